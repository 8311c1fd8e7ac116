import type { ServerText } from './text.ts';

/** Why a mail was not written, or its link not given out. */
export const mailing = {
  mailOff: {
    zh_CN: '此平台尚未配置邮件服务器，请联系管理员重置密码',
    en_US: 'This platform sends no mail. Ask your administrator to reset your password.',
  },
  mailTo: {
    zh_CN: '一天内已发往此人或此邮箱 <{most}> 封邮件，链接未生成，请改为当面交付或明天再发',
    en_US:
      'This person or address has been sent <{most}> mails within a day. No link was made: make one without mailing it, or try again tomorrow.',
  },
  mailBy: {
    zh_CN: '一天内最多发送 <{most}> 封邮件，链接未生成，请明天再发',
    en_US: 'At most <{most}> mails are sent in a day. No link was made; try again tomorrow.',
  },
  mailGone: {
    zh_CN: '此邮件的链接已无法取出：邮件可能已发出、正在发送，链接可能已过期或已被替代；“忘记密码”的链接只发给本人',
    en_US:
      'The link can no longer be taken out: the mail was sent or is being sent, or the link is over or was replaced. A link for a forgotten password goes to its own person only.',
  },
} satisfies Record<string, ServerText>;
