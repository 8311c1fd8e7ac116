import type { ServerText } from './text.ts';

/** What is said about a second factor. The sign-in page carries none of it until somebody is asked for one. */
export const factor = {
  factorAsked: {
    zh_CN: '请输入二次验证码',
    en_US: 'Enter your verification code',
  },
  factorSetUp: {
    zh_CN: '您的角色要求二次验证，请先设置',
    en_US: 'Your role requires two-step verification: set it up first',
  },
  factorOver: {
    zh_CN: '验证已超时或已使用，请重新输入密码登录',
    en_US: 'This took too long or was used already. Sign in with your password again.',
  },
  factorPendingOver: {
    zh_CN: '设置已超时或已结束，请重新开始',
    en_US: 'This set-up took too long or is over. Begin again.',
  },
  factorNone: {
    zh_CN: '尚未开启二次验证',
    en_US: 'Two-step verification is not turned on',
  },
  factorDemanded: {
    zh_CN: '您的角色要求二次验证，不能停用；可以更换验证器',
    en_US: 'Your role requires two-step verification: you can change the authenticator but not turn it off',
  },
  ownFactor: {
    zh_CN: '不能在这里停用自己的二次验证，请到“账号与安全”中操作',
    en_US: 'Turn off your own two-step verification in your account settings, not here',
  },
  factorNoneHis: {
    zh_CN: '“<{person}>”没有开启二次验证',
    en_US: '<{person}> has no two-step verification',
  },
} satisfies Record<string, ServerText>;
