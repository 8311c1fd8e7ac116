import { today } from './clock.ts';

/** yyyy-MM-dd HH:mm of a time of the wire */
export const fullTime = (time: string): string => time.slice(0, 16);

/** The same as it is read at a glance: without the year where that is the present one. Also of a day. */
export const shortTime = (time: string, now = Date.now()): string => fullTime(time).slice(time.startsWith(today(now).slice(0, 5)) ? 5 : 0);
