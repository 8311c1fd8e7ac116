import type { ServerText } from './text.ts';

/** Why what people may do could not be changed so. */
export const giving = {
  platformAccount: {
    zh_CN: '平台管理员的账号只能由其本人修改联系资料',
    en_US: "The platform administrator's account can be changed by himself only, in its contact data",
  },
  ownAccount: {
    zh_CN: '不能修改自己的角色、登录账号和账号状态，请由另一位管理员操作',
    en_US: 'Your own roles, sign-in name and account are for another administrator to change',
  },
  ownLink: {
    zh_CN: '不能为自己生成登录链接，请用“修改密码”',
    en_US: 'You cannot make a sign-in link for yourself; change your password instead',
  },
  ownDomain: {
    zh_CN: '不能去掉您当前所在的核算域，请先切换到另一个核算域',
    en_US: 'You are working in a domain that would be taken from you; switch to another one first',
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
  branchBeyond: {
    zh_CN: '<{field}>只有企业管理员可以设置：它决定谁能看到下级部门的数据、由谁审批',
    en_US: '<{field}> is for company administrators to set: it decides who sees and who approves what these departments have',
  },
} satisfies Record<string, ServerText>;
