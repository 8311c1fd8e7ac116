/** What stands beside the to-dos: the one that is looked at. */
export const preview = {
  name: '事项预览',
  submitted: '{who} 提交于 {when}',
  arrived: '{when} 到达',
  whyBack: '退回原因',
  whyRefused: '未通过原因',
  goOn: '修改后重新提交，或者作废。',
  before: '上一步意见',
  latest: '最近意见',
  moreSaid: '还有 {n} 条，打开查看',
  said: '{who}（{step}）：{what}',
  choose: '选择',
  whyMe: '为什么到我这里',
  alone: '{step}由你办理。',
  among: '{step}共 {of} 人，已同意 {n} 人：{who}。',
  nobody: '暂无',
};
