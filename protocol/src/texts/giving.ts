import type { ServerText } from './text.ts';

/** Why what people may do, or what their forms offer, could not be changed so. */
export const giving = {
  platformAccount: {
    zh_CN: '平台管理员的账号只能由其本人修改联系资料',
    en_US: "The platform administrator's account can be changed by himself only, in its contact data",
  },
  ownAccount: {
    zh_CN: '不能修改自己的角色、岗位、登录账号和账号状态，请由另一位管理员操作',
    en_US: 'Your own roles, posts, sign-in name and account are for another administrator to change',
  },
  ownLink: {
    zh_CN: '不能为自己生成登录链接，请用“修改密码”',
    en_US: 'You cannot make a sign-in link for yourself; change your password instead',
  },
  ownDomain: {
    zh_CN: '不能去掉您当前所在的核算域，请先切换到另一个核算域',
    en_US: 'You are working in a domain that would be taken from you; switch to another one first',
  },
  userBoard: {
    zh_CN: '“<{field}>”须是本系统看板的地址（如 /board/desktop），且不是某条记录的看板',
    en_US: '“<{field}>” has to be the address of a board of this system that does not belong to one record, such as /board/desktop',
  },
  personBeyond: {
    zh_CN: '“<{person}>”拥有您没有的权限，该账号只能由企业管理员管理',
    en_US: '<{person}> has rights that you do not have; only a company administrator can manage this account',
  },
  domainBeyond: {
    zh_CN: '<{field}>只能增减您自己可用的核算域',
    en_US: '<{field}>: you can give and take only domains that you have yourself',
  },
  lastAdministrator: {
    zh_CN: '“<{person}>”是最后一位能够登录的企业管理员，请先指定另一位',
    en_US: '<{person}> is the last company administrator who can sign in; appoint another one first',
  },
  roleRoot: {
    zh_CN: '角色“<{role}>”拥有全部权限，只有企业管理员可以授予或收回',
    en_US: 'The role <{role}> has all rights; only a company administrator can give or take it',
  },
  roleSigns: {
    zh_CN: '角色“<{role}>”参与审批，只有拥有该角色的人或企业管理员可以授予、收回或修改',
    en_US: 'The role <{role}> signs in approvals; only who has it, or a company administrator, can give, take or change it',
  },
  roleBeyond: {
    zh_CN: '角色“<{role}>”包含您没有的权限，您不能授予、收回或修改它',
    en_US: 'The role <{role}> has rights that you do not have; you cannot give, take or change it',
  },
  roleBeyondOn: {
    zh_CN: '角色“<{role}>”包含您在“<{table}>”上没有的权限，您不能授予、收回或修改它',
    en_US: 'The role <{role}> has rights on <{table}> that you do not have; you cannot give, take or change it',
  },
  rolesElsewhere: {
    zh_CN: '此人也在您没有的核算域工作，角色请由拥有这些域的人或企业管理员授予或收回',
    en_US:
      'This person also works in domains that you do not have: ask somebody who has them, or a company administrator, to give or take roles',
  },
  roleCodeSigns: {
    zh_CN: '编码“<{code}>”的角色参与审批，只有企业管理员可以建立',
    en_US: 'A role with the code <{code}> signs in approvals; only a company administrator can make it',
  },
  roleRootStays: {
    zh_CN: '“<{role}>”是企业管理员角色，不能删除，编码也不能修改',
    en_US: '<{role}> is the administrators’ role: it cannot be deleted, and its code stays',
  },
  roleOfSuite: {
    zh_CN: '角色“<{role}>”由应用提供，不能删除，编码也不能修改；名称可以修改',
    en_US: 'The role <{role}> comes with an application: it cannot be deleted, and its code stays; its name may change',
  },
  postSigns: {
    zh_CN: '岗位“<{post}>”参与审批，只有担任该岗位的人或企业管理员可以授予、收回或修改',
    en_US: 'The post <{post}> signs in approvals; only who has it, or a company administrator, can give, take or change it',
  },
  postOfSuite: {
    zh_CN: '岗位“<{post}>”由应用提供，不能删除，编码也不能修改；名称可以修改，不再使用时可以隐藏',
    en_US:
      'The post <{post}> comes with an application: it cannot be deleted, and its code stays; its name may change, and it can be hidden',
  },
  dutyBoth: {
    zh_CN: '<{field}>：同一个角色或岗位不能同时属于两项职责',
    en_US: '<{field}>: one role or post cannot belong to both duties',
  },
  dayBackwards: {
    zh_CN: '<{field}>不能早于开始的日期',
    en_US: '<{field}>: the last day cannot lie before the first',
  },
  dayLong: {
    zh_CN: '<{field}>：一条记录最多一年',
    en_US: '<{field}>: one row is a year at most',
  },
  dayTwice: {
    zh_CN: '<{twice}> 已登记在“<{other}>”中，同一天只能登记一次',
    en_US: '<{twice}> stands in <{other}> already; a day can be named only once',
  },
  spanBackwards: {
    zh_CN: '<{field}>必须晚于上班时间',
    en_US: '<{field}>: a span must end after it begins',
  },
  spansOverlap: {
    zh_CN: '<{field}>不能早于上午下班时间：两段工作时间不能重叠',
    en_US: '<{field}>: the afternoon cannot begin before the morning ends',
  },
  workTimeLast: {
    zh_CN: '至少保留一条工作时间，可以修改它',
    en_US: 'One row of working hours must be left; it can be edited',
  },
  branchBeyond: {
    zh_CN: '<{field}>只有企业管理员可以设置：它决定谁能看到下级部门的数据、由谁审批',
    en_US: '<{field}> is for company administrators to set: it decides who sees and who approves what these departments have',
  },
  dictOfSuite: {
    zh_CN: '数据字典由应用提供，不能新建、删除，编码也不能修改；名称和选项可以修改',
    en_US: 'Dictionaries come with applications: none is added or deleted, and their codes stay; their names and choices may change',
  },
  choiceOfSuite: {
    zh_CN: '选项“<{choice}>”由应用提供，不能删除；不再使用时可以隐藏',
    en_US: 'The choice <{choice}> comes with an application and cannot be deleted; it can be hidden',
  },
  choiceMoved: {
    zh_CN: '选项的编号和所属字典不能修改',
    en_US: 'The number of a choice and its dictionary stay as they are',
  },
  choiceNamed: {
    zh_CN: '“<{where}>”的规则用到选项“<{choice}>”，不能隐藏或删除；名称可以修改',
    en_US: 'The rules of <{where}> go by the choice <{choice}>: it cannot be hidden or deleted; its name may change',
  },
  choiceLast: {
    zh_CN: '“<{choice}>”是最后一个可选的选项，请先新建另一个',
    en_US: '<{choice}> is the last choice that is offered; add another one first',
  },
  choiceUsed: {
    zh_CN: '“<{table}>”中有记录正在使用选项“<{choice}>”，不能删除；可以把它隐藏',
    en_US: 'Records of <{table}> have the choice <{choice}>: it cannot be deleted; hide it instead',
  },
  choiceUsedElsewhere: {
    zh_CN: '有记录正在使用选项“<{choice}>”，不能删除；可以把它隐藏',
    en_US: 'Records have the choice <{choice}>: it cannot be deleted; hide it instead',
  },
  choicesMany: {
    zh_CN: '企业自己的选项最多 <{most}> 个',
    en_US: 'A company has at most <{most}> choices of its own',
  },
  choiceCode: {
    zh_CN: '<{field}>不能为空：单据编号要用到它',
    en_US: '<{field}> is required: numbers of records are made of it',
  },
  choiceCodeLong: {
    zh_CN: '<{field}>最多 <{most}> 个字符：单据编号为它留了这么多位',
    en_US: '<{field}> has at most <{most}> characters: numbers of records have room for as many',
  },
  moduleOfSuite: {
    zh_CN: '模块由应用提供：不能删除，编码和权限也不能修改；名称、图标和次序可以修改，不需要时可以隐藏',
    en_US:
      'This module comes with an application: it cannot be deleted, and its code and permission stay; its names, icon and order may change, and it can be hidden',
  },
  menuOfSuite: {
    zh_CN: '菜单由应用提供：不能删除，打开的内容也不能修改；名称、位置和图标可以修改，不需要时可以隐藏',
    en_US:
      'This entry comes with an application: it cannot be deleted, and what it opens stays; its names, place and icon may change, and it can be hidden',
  },
  menuKind: {
    zh_CN: '<{field}>：应用页面只能由应用提供，请选择目录、表的页面或外部链接',
    en_US: '<{field}>: pages of applications come with them; choose a directory, a page of a table or an external link',
  },
  menuTarget: {
    zh_CN: '<{field}>：没有代码为“<{table}>”的表，或者您无权打开它',
    en_US: '<{field}>: there is no table with the code <{table}>, or you may not open it',
  },
  menuTargetCalled: {
    zh_CN: '<{field}>：请填写这个表的代码“<{code}>”',
    en_US: '<{field}>: write the code of this table, <{code}>',
  },
  menuTargetOp: {
    zh_CN: '<{field}>：这个表没有这样的页面，或者您无权打开它',
    en_US: '<{field}>: this table has no such page, or you may not open it',
  },
  menuLink: {
    zh_CN: '<{field}>须是以 https:// 或 http:// 开头的完整地址，不含空格、用户名和密码',
    en_US: '<{field}> is a whole address that begins with https:// or http://, without spaces, user name or password',
  },
  menuModule: {
    zh_CN: '<{field}>：目录里的菜单在目录所在的模块中；要换模块，请先改上级目录',
    en_US: '<{field}>: what lies in a directory is in the module of that directory; change the directory first',
  },
  menuParent: {
    zh_CN: '<{field}>：只有目录里可以放菜单',
    en_US: '<{field}>: only a directory holds entries',
  },
  menuDeep: {
    zh_CN: '<{field}>：菜单最多 <{most}> 级',
    en_US: '<{field}>: a menu has at most <{most}> levels',
  },
  menuHolds: {
    zh_CN: '<{field}>：目录里还有菜单，请先移走',
    en_US: '<{field}>: entries lie in this directory; move them away first',
  },
  menuWayBack: {
    zh_CN: '“用户”“角色”“模块”“菜单”这几个入口不能隐藏，也不能放进隐藏的目录或模块：隐藏后管理员将无法恢复',
    en_US:
      'The entries of users, roles, modules and menus cannot be hidden, nor put where nothing is shown: administrators could not get back to them',
  },
  menusMany: {
    zh_CN: '企业自己的模块或菜单最多 <{most}> 个',
    en_US: 'A company has at most <{most}> modules or menu entries of its own',
  },
  layoutCompany: {
    zh_CN: '全公司的列表布局只能由企业管理员设置',
    en_US: 'How lists lie for the whole company is for a company administrator to set',
  },
  layoutMoved: {
    zh_CN: '列表布局不能改为其他表或其他适用范围，请另存一份',
    en_US: 'A layout stays with its table and with whom it is for; save another one instead',
  },
  layoutSource: { zh_CN: '没有这张表，或您无权查看', en_US: 'There is no such table, or you may not see it' },
  layoutTwice: { zh_CN: '这张表的列表布局已经存在，请修改已有的一份', en_US: 'This table has a layout already; change that one' },
  shortcutContent: {
    zh_CN: '快捷方式的内容无法识别：最多 30 个菜单项，不能重复',
    en_US: 'What the shortcuts list is not understood: at most 30 entries of menus, each once',
  },
  layoutContent: { zh_CN: '列表布局的内容无法识别', en_US: 'What the layout says is not understood' },
  layoutMany: { zh_CN: '列表布局最多包含 <{most}> 个字段', en_US: 'A layout names at most <{most}> fields' },
  layoutField: {
    zh_CN: '列表布局包含不存在或您无权查看的字段',
    en_US: 'The layout names a field that does not exist, or that you may not see',
  },
  viewName: { zh_CN: '请填写视图名称', en_US: 'A view needs a name' },
  viewTeam: {
    zh_CN: '您不属于任何部门，不能保存部门视图',
    en_US: 'You belong to no department, so you cannot save a view for one',
  },
  viewLocked: {
    zh_CN: '视图已锁定，只有它的维护人或企业管理员可以修改；可以另存一份自己的',
    en_US: 'The view is locked: whoever keeps it, or a company administrator, changes it; save a copy of your own',
  },
  viewKeeper: {
    zh_CN: '锁定和默认由视图的维护人或企业管理员设置',
    en_US: 'Whoever keeps the view, or a company administrator, locks it or makes it the default',
  },
  viewMany: { zh_CN: '每个列表最多保存 <{most}> 个视图，请先删除不用的', en_US: 'A list has at most <{most}> views; delete one first' },
  viewTwice: { zh_CN: '<{field}>：已有同名的视图', en_US: '<{field}>: there is a view of this name' },
  viewDefault: {
    zh_CN: '部门的默认视图是 <{who}> 维护的“<{view}>”，请联系 <{who}> 或企业管理员取消后再设置',
    en_US: 'The department’s default is “<{view}>”, which <{who}> keeps; only <{who}> or a company administrator takes that back',
  },
  viewContent: { zh_CN: '视图的内容无法识别', en_US: 'What the view says is not understood' },
  layoutEmpty: { zh_CN: '请勾选列表显示字段', en_US: 'Please tick list display fields' },
} satisfies Record<string, ServerText>;
