import type { ServerText } from './text.ts';

export const signin = {
  notSignedIn: { zh_CN: '尚未登录，请先登录', en_US: 'Not Logged In' },
  locked: {
    zh_CN: '连续多次未通过验证，账号已锁定，请在 <{minutes}> 分钟后再试',
    en_US: 'The account is locked after several failed attempts. Try again in <{minutes}> minutes.',
  },
  too_many: {
    zh_CN: '尝试次数过多，请在 <{retryAfter}> 秒后再试',
    en_US: 'Too many attempts. Try again in <{retryAfter}> seconds.',
  },
  busy: {
    zh_CN: '当前使用人数较多，服务器繁忙，本次操作未执行，请稍后重试',
    en_US: 'Many people are at work and the server is busy. Nothing was done; try again in a moment.',
  },
  away: {
    zh_CN: '暂时连接不上数据库，请稍后再试',
    en_US: 'The database cannot be reached just now. Try again in a moment.',
  },
  disk_full: {
    zh_CN: '服务器磁盘空间已满，暂时无法保存。此前保存的数据和您刚才填写的内容都没有丢失，请通知管理员清理空间后再试',
    en_US:
      "The server's disk is full, so nothing can be saved just now. What is stored and what you typed are safe: tell your administrator, and try again once there is room.",
  },
  same_password: {
    zh_CN: '新密码不能与原密码相同',
    en_US: 'The new password must differ from the old one',
  },
  no_domain: {
    zh_CN: '该账号尚未分配核算域，请联系管理员',
    en_US: 'No domain is assigned to this account. Ask your administrator.',
  },
  users_full: {
    zh_CN: '企业的在用账号已达到许可上限（<{max}> 个）。请管理员停用不再使用的账号，或联系平台方增加人数',
    en_US:
      'Your company has as many active accounts as its licence allows (<{max}>). Ask an administrator to disable those that nobody uses, or the operator for more.',
  },
} satisfies Record<string, ServerText>;
