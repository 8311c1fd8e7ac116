import type { SeedDef } from '#protocol/meta/suite.ts';

/** The week that a company begins with; it changes the row, or adds one for the hours of another season. */
export const workTimes: SeedDef = {
  table: 'work_time',
  rows: [
    {
      ...{ _key: 'usual', key_name: '标准作息', name_en: 'Usual hours', since: '2026-01-01', weekdays: '1,2,3,4,5' },
      ...{ morning_from: '09:00:00', morning_until: '12:00:00', afternoon_from: '13:00:00', afternoon_until: '18:00:00' },
    },
  ],
};

const holiday = (key_name: string, name_en: string, day: string, last_day: string) => ({
  ...{ _key: `holiday ${day}`, key_name, name_en, day, last_day, kind: 1 },
});
const madeUp = (of: string, of_en: string, day: string) => ({
  ...{ _key: `worked ${day}`, key_name: `${of}调休上班`, name_en: `Worked for ${of_en}`, day, kind: 2 },
});

/** China's clock, with its older names. Hong Kong, Macau and Taipei keep other holidays. */
const CHINA = ['Asia/Shanghai', 'Asia/Urumqi', 'Asia/Chongqing', 'Asia/Chungking', 'Asia/Harbin', 'Asia/Kashgar', 'PRC'];

/** Holidays of China in 2026 and the weekends that make up for them, as the State Council announced them; a company changes what is otherwise with it. */
export const holidays: SeedDef = {
  table: 'calendar_day',
  zones: CHINA,
  rows: [
    holiday('元旦', "New Year's Day", '2026-01-01', '2026-01-03'),
    madeUp('元旦', "New Year's Day", '2026-01-04'),
    madeUp('春节', 'Spring Festival', '2026-02-14'),
    holiday('春节', 'Spring Festival', '2026-02-15', '2026-02-23'),
    madeUp('春节', 'Spring Festival', '2026-02-28'),
    holiday('清明节', 'Qingming Festival', '2026-04-04', '2026-04-06'),
    holiday('劳动节', 'Labour Day', '2026-05-01', '2026-05-05'),
    madeUp('劳动节', 'Labour Day', '2026-05-09'),
    holiday('端午节', 'Dragon Boat Festival', '2026-06-19', '2026-06-21'),
    madeUp('国庆节', 'National Day', '2026-09-20'),
    holiday('中秋节', 'Mid-Autumn Festival', '2026-09-25', '2026-09-27'),
    holiday('国庆节', 'National Day', '2026-10-01', '2026-10-07'),
    madeUp('国庆节', 'National Day', '2026-10-10'),
  ],
};
