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
  set_up_code: {
    zh_CN: '初始化码不正确，请核对服务器日志中最后一次启动时给出的初始化码',
    en_US: 'The set-up code is wrong. Compare it with the one that the server wrote to its log at its last start.',
  },
  set_up_used: {
    zh_CN:
      '此初始化码已经用过：平台已建立，企业账户 <{subname}>，账号 <{username}>。如果是您本人操作（当时没有收到结果），请用当时填写的密码登录',
    en_US:
      'This code has been used: the platform is set up, with company account <{subname}> and user name <{username}>. If that was you and the answer got lost, sign in with the password you gave then.',
  },
  entryOver: {
    zh_CN: '此链接已失效：可能已经用过、超过 72 小时，或已被新的链接替代。如果您已用它设置过密码，请直接登录；否则请管理员重新生成',
    en_US:
      'This link no longer works: it was used, is older than 72 hours, or a newer one took its place. If you set your password with it, sign in; otherwise ask your administrator for a new one.',
  },
  set_up_over: {
    zh_CN: '初始化码已失效（超过 24 小时），请重启服务以取得新的初始化码',
    en_US: 'The set-up code is no longer valid (older than 24 hours). Restart the server to get a new one.',
  },
} satisfies Record<string, ServerText>;
