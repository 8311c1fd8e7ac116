import type { ServerText } from './text.ts';

/** What mails say; `<{name}>` is filled once, and what was filled in is never read again. */
export const MAIL_TEXTS = {
  inviteSubject: { zh_CN: '设置登录密码 · <{company}>', en_US: 'Set your password · <{company}>' },
  resetSubject: { zh_CN: '重新设置密码 · <{company}>', en_US: 'Set a new password · <{company}>' },
  forgotSubject: { zh_CN: '重新设置密码 · <{company}>', en_US: 'Set a new password · <{company}>' },
  addressSubject: { zh_CN: '邮箱已变更 · <{company}>', en_US: 'Your mail address was changed · <{company}>' },
  linkSubject: { zh_CN: '已为您生成重置密码的链接 · <{company}>', en_US: 'A link to set a new password was made · <{company}>' },
  hello: { zh_CN: '<{person}>，您好：', en_US: 'Hello <{person}>,' },
  invite: {
    zh_CN: '管理员在“<{company}>”为您开通了账号 <{username}>。请打开下面的链接设置登录密码：',
    en_US: 'An administrator of <{company}> made an account for you: <{username}>. Set your password by opening this link:',
  },
  reset: {
    zh_CN: '“<{company}>”的管理员为您的账号 <{username}> 重置密码。请打开下面的链接设置新密码，在此之前原密码仍然有效：',
    en_US: 'An administrator of <{company}> has reset the password of <{username}>; set a new one here. The old one works until you do:',
  },
  forgot: {
    zh_CN: '有人（应该是您本人）在“<{company}>”的登录页表示忘记了账号 <{username}> 的密码。请打开下面的链接设置新密码：',
    en_US:
      'Somebody, most likely you, said on the sign-in page of <{company}> that the password of <{username}> was forgotten. Set a new one by opening this link:',
  },
  once: { zh_CN: '链接只能使用一次，<{until}>（<{zone}>）前有效。', en_US: 'The link works once, until <{until}> (<{zone}>).' },
  notYou: {
    zh_CN: '如果不是您本人提出的，请忽略这封邮件：您现在的密码不受影响。',
    en_US: 'If it was not you, ignore this mail: your password stays as it is.',
  },
  noReply: {
    zh_CN: '此邮件由系统自动发出，请勿回复，也不要把链接转给他人。',
    en_US: 'This mail was sent by the system. Do not answer it, and give the link to nobody.',
  },
  address: {
    zh_CN: '您在“<{company}>”的账号 <{username}> 原来使用这个邮箱；账号的邮箱已于 <{at}>（<{zone}>）更换或清除，今后的邮件不再发到这里。',
    en_US:
      'This was the mail address of your account <{username}> of <{company}>. On <{at}> (<{zone}>) it was changed or taken out: no further mail comes here.',
  },
  notYourChange: {
    zh_CN: '如果不是您本人更换的，请马上修改登录密码，并联系本单位的管理员：新邮箱三天之内收不到重置密码的链接。',
    en_US:
      'If it was not you, change your password at once and tell an administrator: for three days no link to set a password goes to the new address.',
  },
  notAsked: {
    zh_CN: '这次更换由他人（如管理员）完成。如果您没有请人更换，请马上修改登录密码，并联系本单位的管理员。',
    en_US:
      'Somebody else did it, such as an administrator. If you did not ask for it, change your password at once and tell an administrator.',
  },
  link: {
    zh_CN:
      '“<{company}>”的管理员已于 <{at}>（<{zone}>）为您的账号 <{username}> 生成了重置密码的链接，将以其他方式交给您。在使用链接之前，原密码仍然有效。',
    en_US:
      'On <{at}> (<{zone}>) an administrator of <{company}> made a link that sets a new password for your account <{username}>, and gives it to you in another way. The old password works until the link is used.',
  },
  notYourLink: {
    zh_CN: '如果您没有请管理员重置密码，请马上登录并修改密码，链接随即失效，并联系本单位的管理员。',
    en_US: 'If you asked for none, sign in and change your password at once, which ends the link, and tell an administrator.',
  },
  noAnswer: { zh_CN: '此邮件由系统自动发出，请勿回复。', en_US: 'This mail was sent by the system. Do not answer it.' },
} satisfies Record<string, ServerText>;
