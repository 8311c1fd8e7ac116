import { home as homeEn } from '../../en_US/home.ts';
import { leader as en } from '../../en_US/records/leader.ts';
import { home } from '../../zh_CN/home.ts';
import { leader } from '../../zh_CN/records/leader.ts';

/** Texts of the leadership view, which adds them (`addTexts`), with those of the person's menu. Chinese names the keys. */
export const LEADER_ZH = { leader, home };
export const LEADER_EN: { leader: Record<keyof typeof leader, string>; home: Record<keyof typeof home, string> } = {
  leader: en,
  home: homeEn,
};
