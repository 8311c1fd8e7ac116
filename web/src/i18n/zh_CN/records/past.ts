export const past = {
  pick: '查看往月',
  asOf: '截至 {month}末',
  counted: '数据为该月末当时的情况；按月记录的数据（如计划、执行）按现有数据统计。',
  listed: '列表为当时的数据；打开记录显示其现在的内容。',
  since: '当时尚无留存记录的部分为空，最早的记录始于 {month}。',
  first: '最早的记录始于 {month}',
  back: '回到现在',
  now: '现在的数据',
};
