import type { ServerText } from './text.ts';

export const signin = {
  locked: {
    zh_CN: '连续多次未通过验证，账号已锁定，请在 <{minutes}> 分钟后再试',
    en_US: 'The account is locked after several failed attempts. Try again in <{minutes}> minutes.',
  },
  too_many: {
    zh_CN: '尝试次数过多，请在 <{retryAfter}> 秒后再试',
    en_US: 'Too many attempts. Try again in <{retryAfter}> seconds.',
  },
  no_domain: {
    zh_CN: '该账号尚未分配核算域，请联系管理员',
    en_US: 'No domain is assigned to this account. Ask your administrator.',
  },
} satisfies Record<string, ServerText>;
