import type { ServerText } from './text.ts';

/** What is said about looking at the platform through somebody's eyes. */
export const eyes = {
  eyesOnly: {
    zh_CN: '正在以他人视角查看，只能浏览，不能操作，也不能打开文件和个人安全信息',
    en_US: 'You are looking through somebody’s eyes: you can only read, not act, nor open files or private security data',
  },
  eyesOwn: {
    zh_CN: '不能以自己的视角查看自己',
    en_US: 'You see the platform through your own eyes already',
  },
  eyesAdministrator: {
    zh_CN: '“<{person}>”是企业管理员，不能以其视角查看',
    en_US: '<{person}> is a company administrator; nobody looks through the eyes of one',
  },
  eyesAway: {
    zh_CN: '“<{person}>”的账号未启用或从未登录，没有可查看的视角',
    en_US: '<{person}> cannot sign in at present, or never has: there is nothing to look at',
  },
} satisfies Record<string, ServerText>;
