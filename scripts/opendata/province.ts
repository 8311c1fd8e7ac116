/** GB/T 2260 codes by the English names of the sources. */
const CODES: Record<string, string> = {
  Beijing: '110000',
  Tianjin: '120000',
  Hebei: '130000',
  Shanxi: '140000',
  'Inner Mongolia': '150000',
  Liaoning: '210000',
  Jilin: '220000',
  Heilongjiang: '230000',
  Shanghai: '310000',
  Jiangsu: '320000',
  Zhejiang: '330000',
  Anhui: '340000',
  Fujian: '350000',
  Jiangxi: '360000',
  Shandong: '370000',
  Henan: '410000',
  Hubei: '420000',
  Hunan: '430000',
  Guangdong: '440000',
  Guangxi: '450000',
  Hainan: '460000',
  Chongqing: '500000',
  Sichuan: '510000',
  Guizhou: '520000',
  Yunnan: '530000',
  Tibet: '540000',
  Shaanxi: '610000',
  Gansu: '620000',
  Qinghai: '630000',
  Ningxia: '640000',
  Xinjiang: '650000',
};

/** Spellings of the hydropower file. */
const SPELLED: Record<string, string> = {
  'Xinjiang Uygur Autonomous Region': 'Xinjiang',
  'Guangxi Zhuang Autonomous Region': 'Guangxi',
  'Ningxia Hui Autonomous Region': 'Ningxia',
  'Tibet Autonomous Region': 'Tibet',
  'Hubei Province': 'Hubei',
  'Hunan Province': 'Hunan',
  'Beijing City': 'Beijing',
  Fujiang: 'Fujian',
};

/** Where the source names a border or nothing: the province of the prefecture that it gives. */
const PREFECTURES: Record<string, string> = {
  'Liangshan Prefecture': 'Sichuan',
  'Ganzi Prefecture': 'Sichuan',
  'Dêqên Tibetan Autonomous Prefecture': 'Yunnan',
  'Changdu (Chamdo) Municipality': 'Tibet',
  'Lijiang Municipality': 'Yunnan',
  'Qujing Municipality': 'Yunnan',
  'Kunming Municipality': 'Yunnan',
  'Zhaotong Municipality': 'Yunnan',
  'Baise Municipality (Guangxi)': 'Guangxi',
  'Qianxinan Prefecture': 'Guizhou',
  Beijing: 'Beijing',
  'Beijing Municipality': 'Beijing',
  Chongqing: 'Chongqing',
};

/** Three plants with neither province nor prefecture, by their coordinates. */
const PLANTS: Record<string, string> = {
  'Liyuan hydroelectric plant': 'Yunnan',
  'Xinzheng hydroelectric plant': 'Sichuan',
  'Zhanghewan hydroelectric plant': 'Hebei',
};

export interface Placed {
  code: string;
  /** how the province was found when the source does not simply name it */
  note?: 'spelling' | 'border' | 'prefecture' | 'coordinates';
}

/** The province of a row; throws when a new spelling turns up, so that none is lost silently. */
export function placeOf(said: string, prefecture: string, plant: string): Placed {
  if (CODES[said]) return { code: CODES[said] };
  const spelled = CODES[SPELLED[said] ?? ''];
  if (spelled) return { code: spelled, note: 'spelling' };
  const near = CODES[PREFECTURES[prefecture] ?? ''];
  if (near) return { code: near, note: said ? 'border' : 'prefecture' };
  const plotted = CODES[PLANTS[plant] ?? ''];
  if (plotted) return { code: plotted, note: 'coordinates' };
  throw new Error(`no province for ${JSON.stringify({ said, prefecture, plant })}`);
}

/** The desk that follows a province: a department of the demonstration company. */
export function deskOf(code: string): string {
  if (code.startsWith('15')) return 'power-north';
  return { 1: 'power-north', 2: 'power-northeast', 3: 'power-east', 5: 'power-southwest', 6: 'power-northwest' }[code[0]!] ?? central(code);
}

const central = (code: string): string => (['44', '45', '46'].includes(code.slice(0, 2)) ? 'power-south' : 'power-central');
