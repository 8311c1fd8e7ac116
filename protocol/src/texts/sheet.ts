import { remarkFrom } from './remark.ts';
import type { ServerText } from './text.ts';

/** What the files say that people take away: the server's alone. */
export const SHEET_TEXTS = {
  filters: { zh_CN: '筛选条件', en_US: 'Filters' },
  all: { zh_CN: '全部', en_US: 'None' },
  period: { zh_CN: '期间', en_US: 'Period' },
  stood: { zh_CN: '时点', en_US: 'Point in time' },
  stoodAt: { zh_CN: '截至 <{month}>末', en_US: 'As of end of <{month}>' },
  made: { zh_CN: '导出', en_US: 'Exported' },
  by: { zh_CN: '<{person}>，<{at}>（<{zone}>）', en_US: '<{person}>, <{at}> (<{zone}>)' },
  leftOut: { zh_CN: '未列出', en_US: 'Not shown' },
  leftOutWhy: {
    zh_CN: '有 <{n}> 项指标因没有字段权限未列出',
    en_US: 'Figures left out because you may not read their fields: <{n}>',
  },
  partial: { zh_CN: '<{name}>（仅含可见部分）', en_US: '<{name}> (visible part only)' },
  measured: { zh_CN: '<{name}>（<{unit}>）', en_US: '<{name}> (<{unit}>)' },
  lastOf: { zh_CN: '<{name}>（合计为 <{period}>）', en_US: '<{name}> (total of <{period}>)' },
  compared: { zh_CN: '对比', en_US: 'Compared' },
  comparedTo: { zh_CN: '<{by}>：<{from}> – <{to}>', en_US: '<{by}>: <{from}> – <{to}>' },
  last: { zh_CN: '上期', en_US: 'Period before' },
  year: { zh_CN: '去年同期', en_US: 'Year before' },
  difference: { zh_CN: '增减', en_US: 'Change' },
  rate: { zh_CN: '增减率', en_US: 'Rate' },
  beside: { zh_CN: '<{name}>·<{by}>', en_US: '<{name}> · <{by}>' },
  total: { zh_CN: '合计', en_US: 'Total' },
  sub: { zh_CN: '小计', en_US: 'Subtotal' },
  rest: { zh_CN: '其余', en_US: 'Others' },
  own: { zh_CN: '<{name}>（本级）', en_US: '<{name}> itself' },
  none: { zh_CN: '未填或无权查看', en_US: 'Not filled in, or not visible to you' },
  off: { zh_CN: '计划外', en_US: 'Off plan' },
  quarter: { zh_CN: '<{year}> 年第 <{quarter}> 季度', en_US: 'Q<{quarter}> <{year}>' },
  under: { zh_CN: '<{to}> 以下', en_US: 'below <{to}>' },
  least: { zh_CN: '<{from}> 及以上', en_US: '<{from}> and above' },
  between: { zh_CN: '<{from}> 至 <{to}> 以下', en_US: '<{from}> to below <{to}>' },
  is: { zh_CN: '<{name}>：<{value}>', en_US: '<{name}>: <{value}>' },
  unseen: { zh_CN: '无权查看', en_US: 'not visible to you' },
  and: { zh_CN: ' 且 ', en_US: ' and ' },
  below: { zh_CN: '<{value}> 及其下级', en_US: '<{value}> and below' },
  like: { zh_CN: '包含“<{value}>”', en_US: 'contains “<{value}>”' },
  not: { zh_CN: '不是 <{value}>', en_US: 'is not <{value}>' },
  empty: { zh_CN: '为空', en_US: 'is empty' },
  filled: { zh_CN: '不为空', en_US: 'is filled in' },
} satisfies Record<string, ServerText>;

/** One of them, its places filled in. */
export const sheetText = remarkFrom(SHEET_TEXTS);
