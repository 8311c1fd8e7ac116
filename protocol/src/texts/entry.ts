import type { ServerText } from './text.ts';

/** What is met before the sign-in on pages beside it alone, which bring it (`addRemarks`): the sign-in page stays light. */
export const entry = {
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
    zh_CN:
      '此链接已失效：可能已经用过、已超过有效期，或已被新的链接替代。如果您已用它设置过密码，请直接登录；否则请管理员重新生成，登录页有“忘记密码”时也可自行重新获取',
    en_US:
      'This link no longer works: it was used, has expired, or a newer one took its place. If you set your password with it, sign in. Otherwise ask your administrator for a new one, or use “Forgot your password?” where the sign-in page has it.',
  },
  set_up_over: {
    zh_CN: '初始化码已失效（超过 24 小时），请重启服务以取得新的初始化码',
    en_US: 'The set-up code is no longer valid (older than 24 hours). Restart the server to get a new one.',
  },
  register_taken: {
    zh_CN: '该企业账户已被使用，请换一个',
    en_US: 'This company account is taken. Choose another one.',
  },
} satisfies Record<string, ServerText>;
