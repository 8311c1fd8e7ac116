/** What a unit of the invented group builds. Amounts in ten thousand yuan, lowest and highest. */
export interface Work {
  zh: string;
  en: string;
  low: number;
  high: number;
  /** construct_nature, benefit_type, months of construction */
  nature: number;
  benefit: number;
  months: number;
  scope: string;
  why: string;
}

export interface Unit {
  key: string;
  manager: string;
  industry: number;
  /** site, English name, code of the city, place */
  sites: [string, string, string, string][];
  works: Work[];
}

const work = (
  zh: string,
  en: string,
  [low, high]: [number, number],
  [nature, benefit, months]: [number, number, number],
  scope: string,
  why: string,
): Work => ({ zh, en, low, high, nature, benefit, months, scope, why });

const SAFETY = '现有设施已不满足最新安全与环保要求，须限期整改。';

export const UNITS: Unit[] = [
  {
    key: 'logistics',
    manager: 'applicant',
    industry: 1,
    sites: [
      ['滨江基地', 'Riverside base', '320600', '滨江港区'],
      ['北港码头', 'North Harbour terminal', '370600', '北港作业区'],
      ['长桥枢纽', 'Longbridge hub', '420100', '长桥物流园'],
    ],
    works: [
      work(
        '智能仓储中心',
        'automated warehouse',
        [3200, 9800],
        [1, 2, 20],
        '新建自动化立体库一座，配套分拣线与装卸月台。',
        '库容利用率长期高于九成，外租仓成本逐年上升。',
      ),
      work(
        '散货泊位改扩建',
        'bulk berth extension',
        [8600, 31000],
        [2, 1, 26],
        '改扩建散货泊位及堆场，更新装卸设备。',
        '泊位吞吐能力已不能满足合同运量。',
      ),
      work('冷链仓库', 'cold store', [1500, 4600], [1, 1, 14], '新建冷藏、冷冻库及制冷机房。', '区域冷链需求持续增长，现有设施缺口明显。'),
      work(
        '新能源重卡购置',
        'electric truck fleet',
        [420, 2400],
        [5, 3, 6],
        '购置纯电动重型卡车及充电设施。',
        '柴油车辆接近报废年限，更新为新能源车辆可降低能耗。',
      ),
      work(
        '运输管理系统',
        'transport management system',
        [180, 760],
        [6, 2, 8],
        '建设订单、调度、结算一体化的运输管理系统。',
        '调度依靠人工，空驶率偏高。',
      ),
      work('消防系统改造', 'fire protection upgrade', [160, 980], [4, 3, 7], '更新消防泵房、喷淋及报警系统。', SAFETY),
    ],
  },
  {
    key: 'equipment',
    manager: 'member1',
    industry: 2,
    sites: [
      ['临江园区', 'Linjiang park', '330100', '临江工业园'],
      ['平湖工厂', 'Lakeside works', '340200', '平湖高新区'],
      ['锦山基地', 'Jinshan base', '510600', '锦山装备园'],
    ],
    works: [
      work(
        '智能制造车间',
        'smart manufacturing shop',
        [12000, 46000],
        [1, 1, 28],
        '新建总装与机加车间，建设柔性生产线。',
        '产能利用率已达上限，交货期影响订单。',
      ),
      work('涂装线环保改造', 'paint line emission upgrade', [680, 3200], [4, 3, 9], '改造涂装线，增设废气收集与处理装置。', SAFETY),
      work(
        '大型加工中心购置',
        'large machining centres',
        [900, 5200],
        [5, 2, 8],
        '购置五面加工中心及配套刀具系统。',
        '关键工序外协比例高，质量与成本不易控制。',
      ),
      work('试验台架建设', 'test bench', [460, 2100], [1, 5, 12], '建设整机性能试验台架。', '新产品定型须具备自有试验能力。'),
      work(
        '屋顶分布式光伏',
        'rooftop solar',
        [380, 1900],
        [1, 2, 6],
        '利用厂房屋顶建设分布式光伏电站，自发自用。',
        '用电成本上升，屋顶资源闲置。',
      ),
    ],
  },
  {
    key: 'mining',
    manager: 'member1',
    industry: 3,
    sites: [
      ['云岭矿区', 'Yunling mine', '140400', '云岭镇'],
      ['青石矿区', 'Bluestone mine', '150200', '青石沟'],
      ['南坡矿区', 'Southslope mine', '520300', '南坡乡'],
    ],
    works: [
      work(
        '绿色矿山提升',
        'green mine programme',
        [6800, 38000],
        [3, 3, 30],
        '治理采空区与排土场，恢复植被，封闭输送系统。',
        '绿色矿山考核要求限期达标。',
      ),
      work(
        '井下智能化改造',
        'underground automation',
        [4200, 16500],
        [4, 3, 18],
        '建设井下定位、无人值守与远程集控系统。',
        '减少井下作业人员，降低安全风险。',
      ),
      work(
        '选矿厂扩能',
        'concentrator expansion',
        [7600, 26000],
        [2, 1, 24],
        '扩建磨选系统，处理能力提高四成。',
        '矿石产量增加，选矿能力成为瓶颈。',
      ),
      work('尾矿库在线监测', 'tailings dam monitoring', [240, 860], [6, 3, 7], '建设位移、浸润线、雨量在线监测与预警平台。', SAFETY),
      work(
        '高压配电室扩容',
        'substation extension',
        [320, 1700],
        [2, 4, 9],
        '扩建高压配电室，更换变压器与开关柜。',
        '用电负荷接近上限，供电可靠性不足。',
      ),
    ],
  },
  {
    key: 'water',
    manager: 'member2',
    industry: 4,
    sites: [
      ['秦北水厂', 'Qinbei waterworks', '610500', '秦北新区'],
      ['澄湖片区', 'Clearlake district', '320500', '澄湖新城'],
      ['柳溪片区', 'Willowbrook district', '450200', '柳溪县城'],
    ],
    works: [
      work(
        '水源及输水工程',
        'raw water scheme',
        [14000, 42000],
        [1, 4, 32],
        '新建取水泵站、输水管线与调蓄水池。',
        '现有水源保证率不足，枯水期供水紧张。',
      ),
      work('污水处理提标改造', 'wastewater treatment upgrade', [2400, 9600], [4, 3, 16], '增设深度处理单元，出水执行更严标准。', SAFETY),
      work(
        '老旧管网更新',
        'pipe renewal',
        [1200, 5800],
        [3, 2, 14],
        '更换漏损严重的供水管线并加装分区计量。',
        '管网漏损率高于行业控制值。',
      ),
      work(
        '智慧水务平台',
        'smart water platform',
        [260, 940],
        [6, 2, 9],
        '建设生产、管网、客服一体化平台。',
        '数据分散，调度与抢修响应慢。',
      ),
      work(
        '污泥处置中心',
        'sludge treatment centre',
        [3600, 11800],
        [1, 3, 20],
        '新建污泥干化与资源化处置设施。',
        '外运处置费用高且渠道不稳。',
      ),
    ],
  },
  {
    key: 'energy',
    manager: 'member2',
    industry: 5,
    sites: [
      ['东郊电厂', 'Eastgate power station', '370300', '东郊工业区'],
      ['戈壁一场', 'Gobi field one', '620900', '戈壁滩新能源基地'],
      ['海岬风场', 'Cape wind farm', '350900', '海岬镇'],
    ],
    works: [
      work(
        '集中式光伏电站',
        'solar farm',
        [18000, 52000],
        [1, 1, 14],
        '建设光伏阵列、升压站及送出线路。',
        '落实清洁能源发展规划，提高可再生能源占比。',
      ),
      work(
        '电化学储能电站',
        'battery storage',
        [6200, 19800],
        [1, 1, 10],
        '建设储能单元与能量管理系统。',
        '满足并网配套要求，参与调峰获得收益。',
      ),
      work(
        '供热管网延伸',
        'district heating extension',
        [1800, 7400],
        [2, 1, 12],
        '向新增供热片区延伸一级管网与换热站。',
        '供热缺口明显，居民与企业用热需求增长。',
      ),
      work('脱硝系统改造', 'denitrification upgrade', [760, 3400], [4, 3, 8], '更换催化剂层并改造喷氨系统。', SAFETY),
      work(
        '集控中心',
        'remote control centre',
        [520, 1600],
        [6, 2, 10],
        '建设区域集控中心，实现场站少人值守。',
        '场站分散，运维人力成本高。',
      ),
    ],
  },
  {
    key: 'materials',
    manager: 'member3',
    industry: 6,
    sites: [
      ['白岩工厂', 'Whitecliff works', '420500', '白岩镇'],
      ['双河工厂', 'Twinrivers works', '410300', '双河产业园'],
      ['红土坡基地', 'Redhill base', '431000', '红土坡'],
    ],
    works: [
      work('回转窑低氮燃烧改造', 'kiln low-NOx upgrade', [1200, 4200], [4, 3, 8], '改造燃烧器与分级燃烧系统。', SAFETY),
      work('余热发电', 'waste heat power', [3800, 9200], [1, 2, 16], '利用窑头窑尾余热建设发电机组。', '余热未充分利用，外购电成本高。'),
      work('骨料生产线', 'aggregate line', [4600, 14800], [1, 1, 18], '新建破碎筛分线及封闭料仓。', '延伸产业链，提高资源利用率。'),
      work('封闭式储库', 'covered storage', [560, 2300], [3, 3, 9], '将露天堆场改建为封闭储库。', '扬尘治理要求堆场全封闭。'),
      work('包装机器人', 'packing robots', [180, 640], [5, 2, 5], '购置自动插袋、码垛机器人。', '一线用工紧张，劳动强度大。'),
    ],
  },
  {
    key: 'chem',
    manager: 'member3',
    industry: 7,
    sites: [
      ['沿江化工园', 'Riverbank chemical park', '360400', '沿江化工园区'],
      ['盐滩园区', 'Saltflat park', '370500', '盐滩化工园'],
    ],
    works: [
      work('危化品库自动化改造', 'hazardous store automation', [920, 3600], [4, 3, 10], '改造库区自控、气体检测与联锁系统。', SAFETY),
      work('精细化工装置', 'fine chemicals unit', [9800, 36000], [1, 1, 26], '新建精细化工生产装置及公用工程。', '高附加值产品供不应求。'),
      work(
        '污水处理站扩建',
        'effluent plant extension',
        [1400, 5200],
        [2, 3, 12],
        '扩建生化与深度处理单元。',
        '装置扩能后现有污水站负荷不足。',
      ),
      work(
        '应急救援站',
        'emergency response station',
        [360, 1200],
        [1, 4, 10],
        '建设应急救援站并配备装备。',
        '园区应急能力须达到规定等级。',
      ),
    ],
  },
  {
    key: 'digital',
    manager: 'investmgr',
    industry: 8,
    sites: [
      ['远山云', 'Yuanshan Cloud', '110108', '集团数据中心'],
      ['西部节点', 'Western node', '520100', '西部数据园'],
    ],
    works: [
      work(
        '数据中心双活建设',
        'dual-site data centre',
        [2400, 6800],
        [6, 4, 14],
        '建设同城双活机房、网络与存储。',
        '核心业务须具备同城容灾能力。',
      ),
      work(
        '生产执行系统',
        'manufacturing execution system',
        [480, 2600],
        [6, 2, 12],
        '在主要工厂推广生产执行系统。',
        '生产数据依靠手工填报，成本核算滞后。',
      ),
      work(
        '网络安全加固',
        'cyber security programme',
        [220, 980],
        [6, 4, 8],
        '建设态势感知、终端防护与身份管理。',
        '等级保护测评要求整改。',
      ),
      work(
        '财务共享平台',
        'shared finance platform',
        [360, 1500],
        [6, 2, 10],
        '建设报账、核算、资金一体化平台。',
        '核算分散，月结周期长。',
      ),
    ],
  },
  {
    key: 'research-1',
    manager: 'tech',
    industry: 9,
    sites: [['青浦中心', 'Qingpu centre', '310118', '青浦研发园']],
    works: [
      work('研发中心与中试基地', 'research and pilot base', [6800, 19000], [1, 5, 24], '建设实验楼与中试车间。', '成果转化缺少中试条件。'),
      work(
        '检测实验室',
        'testing laboratory',
        [480, 1800],
        [1, 5, 10],
        '建设材料与环境检测实验室，取得资质。',
        '检测长期外委，周期与费用不可控。',
      ),
      work('仿真平台', 'simulation platform', [260, 900], [6, 5, 8], '购置高性能计算与仿真软件。', '研发设计须具备数字仿真手段。'),
    ],
  },
  {
    key: 'research-2',
    manager: 'tech',
    industry: 9,
    sites: [['秦岭中心', 'Qinling centre', '610100', '秦岭科创园']],
    works: [
      work('关键设备试验线', 'pilot line', [920, 3600], [1, 5, 14], '建设关键设备试验线。', '新工艺须经试验线验证后推广。'),
      work('知识管理系统', 'knowledge system', [120, 460], [6, 5, 6], '建设科研知识与文献管理系统。', '科研资料分散，复用率低。'),
    ],
  },
];
