import { UNAUTHORIZED } from '#protocol/fields/unauthorized.ts';
/** Widgets of the data types. */
export const fields = {
  measured: '{name}（{unit}）',
  several: '{first} 等 {n} 个',
  countedIn: '{name}（单位：{unit}）',
  unit: '{unit}',
  from: '起',
  to: '止',
  unauthorized: UNAUTHORIZED.zh_CN,
  example: '如 {example}',
  must: '{name}（必填）',
  typeToSearch: '输入关键字查找',
  searching: '正在查找…',
  nothingFound: '没有找到',
  searchFailed: '没能查找，请按回车键重试',
  pick: '选择{name}',
  removeFile: '移除 {name}',
  files: '{n} 个文件',
  uploadBusy: '附件正在上传，请勿操作',
  tooManyFiles: '超过数量限制：最多 {n} 个文件',
  uploadFailed: '文件上传失败',
  addFile: '上传{name}',
};
