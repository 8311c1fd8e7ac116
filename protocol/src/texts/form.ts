import type { ServerText } from './text.ts';

/** What is wrong with a form: the same texts in the browser and from the server. The English of rows is the specification's own words. */
export const form = {
  fieldFormat: { zh_CN: '<{field}>格式不正确', en_US: '<{field}>: the format is incorrect' },
  fieldMoment: {
    zh_CN: '<{field}>格式不正确，请按 <{example}> 的样式填写',
    en_US: '<{field}>: the format is incorrect, write it like <{example}>',
  },
  fieldNoDay: {
    zh_CN: '<{field}>：没有这一天',
    en_US: '<{field}>: there is no such day',
  },
  fieldDecimals: {
    zh_CN: '<{field}>格式不正确，最多 <{limit}> 位小数',
    en_US: '<{field}>: the format is incorrect, at most <{limit}> decimals',
  },
  fieldDigits: {
    zh_CN: '<{field}>格式不正确，整数部分最多 <{limit}> 位',
    en_US: '<{field}>: the format is incorrect, at most <{limit}> digits before the point',
  },
  calcDigits: {
    zh_CN: '<{field}>计算结果过大，整数部分最多 <{limit}> 位',
    en_US: '<{field}>: the calculated result is too large, at most <{limit}> digits before the point',
  },
  fieldTooLong: { zh_CN: '<{field}>不能超过 <{limit}> 个字符', en_US: '<{field}>: at most <{limit}> characters' },
  fieldPageTooLong: {
    zh_CN: '<{field}>连同排版不能超过 <{limit}> 个字符',
    en_US: '<{field}>: at most <{limit}> characters with its formatting',
  },
  pagesTooLong: {
    zh_CN: '富文本连同排版一次合计不能超过 <{limit}> 个字符，请分次保存',
    en_US: 'Rich text: at most <{limit}> characters in all at a time with its formatting, please save in parts',
  },
  placeParts: {
    zh_CN: '<{field}>：地址、经度和纬度都要填写',
    en_US: '<{field}>: needs an address, a longitude and a latitude',
  },
  placeDegrees: {
    zh_CN: '<{field}>：<{axis}>请填写度数，最多 <{limit}> 位小数',
    en_US: '<{field}>: write <{axis}> in degrees with at most <{limit}> decimals',
  },
  placeRange: {
    zh_CN: '<{field}>：<{axis}>在 -<{bound}> 到 <{bound}> 之间',
    en_US: '<{field}>: <{axis}> lies between -<{bound}> and <{bound}>',
  },
  fieldIcon: { zh_CN: '<{field}>：没有这个图标', en_US: '<{field}>: there is no such icon' },
  fieldPassword: {
    zh_CN: '<{field}>至少 8 位，且包含字母、数字、特殊字符中的两种',
    en_US: '<{field}>: at least 8 characters, of two kinds of letters, digits and others',
  },
  fieldMobile: { zh_CN: '<{field}>不是正确的手机号码', en_US: '<{field}> is not a mobile number' },
  fieldTelephone: { zh_CN: '<{field}>不是正确的电话号码', en_US: '<{field}> is not a telephone number' },
  fieldEmail: { zh_CN: '<{field}>不是正确的邮箱地址', en_US: '<{field}> is not an email address' },
  fieldMax: { zh_CN: '<{field}>最大值是 <{shown}>', en_US: '<{field}>: the maximum is <{shown}>' },
  fieldMin: { zh_CN: '<{field}>最小值是 <{shown}>', en_US: '<{field}>: the minimum is <{shown}>' },
  fieldFiles: { zh_CN: '<{field}>最多 <{bound}> 个文件', en_US: '<{field}>: at most <{bound}> files' },
  fieldOfOthers: { zh_CN: '<{field}>由其他办理人填写', en_US: '<{field}> is for another signer to fill in' },
  fieldEmpty: { zh_CN: '<{field}>不能为空', en_US: '<{field}> cannot be empty' },
  fieldNumber: { zh_CN: '<{field}>请填写数字，不能含有其他字符', en_US: '<{field}>: please fill in a number, no characters' },
  fieldInteger: { zh_CN: '<{field}>请填写整数', en_US: '<{field}>: please fill in a whole number' },
  choiceGone: {
    zh_CN: '<{field}>：“<{choice}>”已停用，请另选一项',
    en_US: '<{field}>: “<{choice}>” is no longer offered, choose another',
  },
  fieldNotChosen: {
    zh_CN: '<{field}>：“<{typed}>”还没有选定，请从列表中选择或清除',
    en_US: '<{field}>: “<{typed}>” is not chosen yet, choose from the list or clear it',
  },
  fieldNotCopied: {
    zh_CN: '<{field}>：没有取到“<{choice}>”的内容，由它带出的字段已清空，请清除后重新选择，或直接填写',
    en_US: '<{field}>: what “<{choice}>” fills in could not be read and was left empty; clear it and choose again, or type it in',
  },
  /** the rule's own words */
  ruleBroken: { zh_CN: '<{rule}>', en_US: '<{rule}>' },
  uploadRunning: { zh_CN: '附件正在上传，请勿操作', en_US: 'Attachment uploading, do not operate' },
  rowsTooFew: { zh_CN: '<{table}>至少填写 <{bound}> 条记录', en_US: '<{table}>: you must enter at least <{bound}> records' },
  rowsTooMany: { zh_CN: '<{table}>不能超过 <{bound}> 条记录', en_US: '<{table}>: cannot exceed <{bound}> records' },
  rowsSum: {
    zh_CN: '<{table}>：<{remark}>（合计 <{sum}>，应为 <{expected}>）',
    en_US: '<{table}>: <{remark}> (sum <{sum}>, expected <{expected}>)',
  },
  rowEmpty: { zh_CN: '第 <{row}> 行：<{field}>不能为空', en_US: 'Record: <{row}> <{field}> content cannot be empty' },
  rowFormat: { zh_CN: '第 <{row}> 行：<{field}>内容格式不正确', en_US: 'Record: <{row}> <{field}> content format incorrect' },
  rowRule: { zh_CN: '第 <{row}> 行：<{rule}>', en_US: 'Record: <{row}> <{rule}>' },
  rowNotChosen: {
    zh_CN: '第 <{row}> 行：<{field}>：“<{typed}>”还没有选定，请从列表中选择或清除',
    en_US: 'Record: <{row}> <{field}>: “<{typed}>” is not chosen yet, choose from the list or clear it',
  },
  rowNotCopied: {
    zh_CN: '第 <{row}> 行：<{field}>：没有取到“<{choice}>”的内容，由它带出的字段已清空，请清除后重新选择，或直接填写',
    en_US:
      'Record: <{row}> <{field}>: what “<{choice}>” fills in could not be read and was left empty; clear it and choose again, or type it in',
  },
  rowMoment: {
    zh_CN: '第 <{row}> 行：<{field}>内容格式不正确，请按 <{example}> 的样式填写',
    en_US: 'Record: <{row}> <{field}> content format incorrect, write it like <{example}>',
  },
  rowNoDay: {
    zh_CN: '第 <{row}> 行：<{field}>没有这一天',
    en_US: 'Record: <{row}> <{field}>: there is no such day',
  },
  rowDecimals: {
    zh_CN: '第 <{row}> 行：<{field}>内容格式不正确，最多 <{limit}> 位小数',
    en_US: 'Record: <{row}> <{field}> content format incorrect, at most <{limit}> decimals',
  },
  rowDigits: {
    zh_CN: '第 <{row}> 行：<{field}>内容格式不正确，整数部分最多 <{limit}> 位',
    en_US: 'Record: <{row}> <{field}> content format incorrect, at most <{limit}> digits before the point',
  },
  rowCalcDigits: {
    zh_CN: '第 <{row}> 行：<{field}>计算结果过大，整数部分最多 <{limit}> 位',
    en_US: 'Record: <{row}> <{field}> calculated result too large, at most <{limit}> digits before the point',
  },
  rowNumber: {
    zh_CN: '第 <{row}> 行：<{field}>请填写数字格式，不能含有字符',
    en_US: 'Record: <{row}> <{field}> please fill in a number format, no characters',
  },
  rowInteger: { zh_CN: '第 <{row}> 行：<{field}>请填写整数', en_US: 'Record: <{row}> <{field}> please fill in a whole number' },
  rowMax: { zh_CN: '第 <{row}> 行：<{field}>最大值是 <{shown}>', en_US: 'Record: <{row}> <{field}> the maximum is <{shown}>' },
  rowMin: { zh_CN: '第 <{row}> 行：<{field}>最小值是 <{shown}>', en_US: 'Record: <{row}> <{field}> the minimum is <{shown}>' },
  rowTooLong: {
    zh_CN: '第 <{row}> 行：<{field}>不能超过 <{limit}> 个字符',
    en_US: 'Record: <{row}> <{field}> at most <{limit}> characters',
  },
} satisfies Record<string, ServerText>;
