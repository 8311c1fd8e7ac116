import type { ServerText } from './text.ts';

/** Why a record could not be saved, deleted or restored. */
export const save = {
  recordStale: {
    zh_CN: '<{who}> 已于 <{when}> 修改了这条记录，请刷新后重试',
    en_US: '<{who}> changed this record at <{when}>; reload it and try again',
  },
  recordStaleSilent: {
    zh_CN: '这条记录已被他人修改，请刷新后重试',
    en_US: 'This record was changed by someone else; reload it and try again',
  },
  nothingTyped: {
    zh_CN: '还没有填写任何内容，请至少填写一项再保存',
    en_US: 'Nothing has been filled in yet; fill in one field at least, then save',
  },
  batchNothing: {
    zh_CN: '没有要修改的字段，请至少选择一个',
    en_US: 'No field to change; choose one at least',
  },
  rowStale: { zh_CN: '明细行已被他人修改，请刷新后重试', en_US: 'A row was changed by someone else; reload and try again' },
  duplicate: { zh_CN: '<{field}>已存在，不能重复', en_US: '<{field}> already exists and must be unique' },
  fieldProof: {
    zh_CN: '<{field}>不能以明文发送：请发送由它算出的 32 位校验值',
    en_US: '<{field}> is not sent in clear: send the 32 characters that are made of it',
  },
  /** to who does not see all of it: neither figures nor what they are called */
  rowsSumUnseen: {
    zh_CN: '<{table}>：合计不符，其中有您看不到的内容，请由能看到的人修改',
    en_US: '<{table}>: the rows do not add up, and some of it you do not see; let someone change them who does',
  },
  /** of a field that is not shown: neither its name nor its bounds */
  unseenBeyond: {
    zh_CN: '这样修改会使您看不到的内容不符合要求，不能保存',
    en_US: 'What follows from this does not fit something that you do not see, so it is not saved',
  },
  duplicateHidden: {
    zh_CN: '已有内容相同的记录，不能重复',
    en_US: 'Another record already says the same, and only one may',
  },
  referenceMissing: {
    zh_CN: '<{field}>所选的记录不存在或无权查看',
    en_US: '<{field}>: the chosen record does not exist or may not be viewed',
  },
  referenceOutgrown: {
    zh_CN: '<{field}>所选的记录与修改后的内容不符，请重新选择',
    en_US: '<{field}>: what is chosen does not go with what was changed; choose again',
  },
  /** of a row that is bound by a field of its own: to a record whose sub-table does not take it */
  boundBeyond: {
    zh_CN: '这条记录不符合<{field}>所选记录的绑定条件',
    en_US: '<{field}>: the chosen record does not take one like this',
  },
  /** the same where rows are bound in the record's form */
  rowsBeyond: {
    zh_CN: '<{table}>：所选的行不符合绑定条件',
    en_US: '<{table}>: a chosen row is not one that may be bound here',
  },
  unitBeyond: {
    zh_CN: '<{field}>只能选择本单位或下级单位',
    en_US: '<{field}> must be your own unit or one below it',
  },
  addressBeyond: {
    zh_CN: '<{field}>会收到重置密码的链接，只有能管理该账号的人才能修改',
    en_US: '<{field}> gets links that reset the password: only who may manage this account changes it',
  },
  treeCycle: { zh_CN: '<{field}>不能是本节点或其下级', en_US: '<{field}> cannot be the node itself or one below it' },
  referenced: {
    zh_CN: '有 <{count}> 条“<{table}>”正在使用此记录，不能删除',
    en_US: '<{count}> records of <{table}> use this record; it cannot be deleted',
  },
  referencedElsewhere: { zh_CN: '此记录正在被其他数据使用，不能删除', en_US: 'Other data uses this record; it cannot be deleted' },
  restoreLacks: {
    zh_CN: '“<{field}>”所指的记录已删除，请先恢复它',
    en_US: 'The record named in <{field}> is deleted; restore that one first',
  },
  restoreLacksHidden: {
    zh_CN: '此记录所依赖的其他数据已删除，不能恢复',
    en_US: 'Other data that this record depends on is deleted; it cannot be restored',
  },
  request_changed: {
    zh_CN: '这次提交先前已经完成，之后内容又有改动；请刷新后再保存',
    en_US: 'This request was done before and has been changed since; reload and save again',
  },
  deleteRunning: { zh_CN: '审批中的记录不能删除', en_US: 'A record under approval cannot be deleted' },
  fileProgram: {
    zh_CN: '“<{name}>”是程序或脚本，不能上传；文档、图片和压缩包可以',
    en_US: '<{name}> is a program or a script and cannot be uploaded; documents, pictures and archives can',
  },
  fileRoom: {
    zh_CN: '本企业的文件总量达到上限（<{mb}> MB），不能再上传：请联系平台的运维人员增加空间',
    en_US:
      'The files of this company may have <{mb}> MB in all, and there is no room for this one: ask the operator of the platform for more',
  },
  fileWaiting: {
    zh_CN: '已上传而尚未随记录保存的文件达到上限（<{files}> 个或 <{mb}> MB）：请先保存记录；未保存的文件 24 小时后自动清除',
    en_US:
      'As much as may wait for a save is uploaded (<{files}> files or <{mb}> MB): save your records first; what no record takes is removed after 24 hours',
  },
  imageOther: {
    zh_CN: '“<{name}>”的内容不是其扩展名所说的图片：请上传真正的 JPG、PNG 或 GIF 图片',
    en_US: '<{name}> is not the kind of picture that its ending says: upload a true JPG, PNG or GIF picture',
  },
  clipOther: {
    zh_CN: '“<{name}>”的内容不是其扩展名所说的视频或声音：请上传真正的文件',
    en_US: '<{name}> is not the kind of video or sound that its ending says: upload a true one',
  },
  imageBroken: {
    zh_CN: '图片“<{name}>”不完整或已损坏：请重新导出后再上传',
    en_US: 'The picture <{name}> is cut or damaged: save it anew and upload that',
  },
  imageLarge: {
    zh_CN: '图片“<{name}>”过大：边长最多 <{side}> 像素，总像素最多 <{pixels}> 百万，动图最多 <{frames}> 帧',
    en_US: 'The picture <{name}> is too large: at most <{side}> pixels a side, <{pixels}> million in all, and <{frames}> frames',
  },
  fileLarge: {
    zh_CN: '文件“<{name}>”过大：单个文件最多 <{mb}> MB',
    en_US: 'The file <{name}> is too large: one file may have <{mb}> MB at most',
  },
  fileNothing: { zh_CN: '文件“<{name}>”是空的，没有任何内容', en_US: 'The file <{name}> is empty' },
  fileType: { zh_CN: '只能上传这些类型的文件：<{types}>', en_US: 'Only files of these types can be uploaded: <{types}>' },
} satisfies Record<string, ServerText>;
