/** Every result code of the wire (engine specification section 8) with both texts. 200 is success; 100 and 102 are not errors. */
export const CODES = {
  100: { zh_CN: '请确认', en_US: 'Please confirm' },
  101: { zh_CN: '请重新授权终端', en_US: 'Reauthorise this terminal' },
  102: { zh_CN: '请按提示跳转', en_US: 'Redirected' },
  103: { zh_CN: '正在处理，请稍候再试', en_US: 'Still processing, please try again shortly' },
  200: { zh_CN: '操作成功', en_US: 'Operate Success' },
  300: { zh_CN: '操作失败', en_US: 'Operation failed' },
  301: { zh_CN: '验证码错误', en_US: 'Wrong verification code' },
  302: { zh_CN: '账号不存在', en_US: 'The account does not exist' },
  303: { zh_CN: '账号已停用', en_US: 'The account is disabled' },
  304: { zh_CN: '账号或密码错误', en_US: 'Wrong username or password' },
  305: { zh_CN: '服务未开通', en_US: 'The service is not enabled' },
  306: { zh_CN: '系统故障', en_US: 'System failure' },
  307: { zh_CN: '已超过最大用户数', en_US: 'The maximum number of users is exceeded' },
  308: { zh_CN: '未知的用户卡', en_US: 'Unknown user card' },
  309: { zh_CN: '账号已锁定，请稍后再试', en_US: 'The account is locked, please try again later' },
  310: { zh_CN: '记录重复', en_US: 'Duplicate key' },
  311: { zh_CN: '记录状态已变化', en_US: 'Record state error' },
  312: { zh_CN: '没有操作权限', en_US: 'No operation permission' },
  313: { zh_CN: '要删除的记录不存在', en_US: 'The record to delete was not found' },
  314: { zh_CN: '必填内容为空', en_US: 'Required content is missing' },
  315: { zh_CN: '记录不存在', en_US: 'The record does not exist' },
  316: { zh_CN: '内容过长', en_US: 'The content is too long' },
  317: { zh_CN: '数据格式不正确', en_US: 'The data format is incorrect' },
  320: { zh_CN: '文件名重复', en_US: 'Duplicate file name' },
  321: { zh_CN: '文件保存失败', en_US: 'The file could not be saved' },
  331: { zh_CN: '数据库错误', en_US: 'Database error' },
  340: { zh_CN: '文件不存在', en_US: 'File not found' },
  341: { zh_CN: '超过记录数限制', en_US: 'The record limit is exceeded' },
  342: { zh_CN: '不是 Excel 文件', en_US: 'Not an Excel file' },
  343: { zh_CN: '部分成功', en_US: 'Partial success' },
  401: { zh_CN: '登录已过期，请重新登录', en_US: 'The session has expired, please sign in again' },
  402: { zh_CN: '非法终端', en_US: 'Illegal terminal' },
  403: { zh_CN: '未知的操作', en_US: 'Unknown action' },
} as const satisfies Record<number, { zh_CN: string; en_US: string }>;

export type Code = keyof typeof CODES;
export type Locale = 'zh_CN' | 'en_US';

/**
 * A refusal with a code of the catalogue. `remark` is the server's own text: empty stands for the code's text, a leading `$`
 * names a catalogue text whose `<{name}>` places are filled from `data` (engine section 8). Never put a user's text behind `$`.
 */
export class Refusal extends Error {
  constructor(
    readonly code: Code,
    readonly remark = '',
    readonly data: Readonly<Record<string, unknown>> = {},
    readonly rows: readonly Readonly<Record<string, unknown>>[] = [],
  ) {
    super(`${code} ${remark}`);
    this.name = 'Refusal';
  }
}

/** Too many calls of one kind: http answers it with status 429 and Retry-After. */
export class TooManyRequests extends Refusal {
  readonly status = 429;
  constructor(
    /** seconds until it is worth trying again */
    readonly retryAfter: number,
  ) {
    super(300, '$too_many', { retryAfter });
  }
}
