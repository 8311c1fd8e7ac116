/** The colours of tokens.css as literals, because antd computes with them. palette.test.ts keeps the two equal. */
export type ThemeName = 'light' | 'dark';

export interface Palette {
  'bg-frame': string;
  'bg-page': string;
  'bg-raised': string;
  'bg-sunken': string;
  'bg-hover': string;
  'bg-press': string;
  'bg-mask': string;
  line: string;
  'line-strong': string;
  'line-control': string;
  text: string;
  'text-2': string;
  'text-3': string;
  'text-off': string;
  accent: string;
  'accent-hover': string;
  'accent-press': string;
  'accent-text': string;
  'accent-bg': string;
  'accent-bg-2': string;
  'accent-line': string;
  'on-accent': string;
  orange: string;
  'orange-mark': string;
  'orange-bg': string;
  red: string;
  'red-mark': string;
  'red-bg': string;
  'red-solid': string;
  teal: string;
  'teal-mark': string;
  'teal-bg': string;
  'shadow-1': string;
  'shadow-2': string;
  'shadow-3': string;
}

export const PALETTES: Readonly<Record<ThemeName, Palette>> = {
  light: {
    'bg-frame': '#f2f3f5',
    'bg-page': '#ffffff',
    'bg-raised': '#ffffff',
    'bg-sunken': '#f8f9fa',
    'bg-hover': '#f3f5f7',
    'bg-press': '#e9ecf0',
    'bg-mask': 'rgba(20, 26, 36, 0.44)',
    line: '#e5e8ec',
    'line-strong': '#d3d8de',
    'line-control': '#8b94a1',
    text: '#1a212d',
    'text-2': '#465061',
    'text-3': '#5f6978',
    'text-off': '#9aa3af',
    accent: '#2a54c4',
    'accent-hover': '#2347a8',
    'accent-press': '#1b3885',
    'accent-text': '#2a54c4',
    'accent-bg': '#eef2fb',
    'accent-bg-2': '#dfe7f8',
    'accent-line': '#b4c4ec',
    'on-accent': '#ffffff',
    orange: '#98500a',
    'orange-mark': '#c9741a',
    'orange-bg': '#fdf2e3',
    red: '#b3261e',
    'red-mark': '#d0342b',
    'red-bg': '#fdecea',
    'red-solid': '#c22f27',
    teal: '#0b6b64',
    'teal-mark': '#12857c',
    'teal-bg': '#e4f3f1',
    'shadow-1': '0 1px 2px rgba(20, 26, 36, 0.06)',
    'shadow-2': '0 4px 16px rgba(20, 26, 36, 0.1), 0 0 0 1px rgba(20, 26, 36, 0.05)',
    'shadow-3': '0 16px 48px rgba(20, 26, 36, 0.18), 0 0 0 1px rgba(20, 26, 36, 0.06)',
  },
  dark: {
    'bg-frame': '#0e1115',
    'bg-page': '#15181d',
    'bg-raised': '#1d2127',
    'bg-sunken': '#191d22',
    'bg-hover': '#1e2329',
    'bg-press': '#282e36',
    'bg-mask': 'rgba(0, 0, 0, 0.6)',
    line: '#272d35',
    'line-strong': '#353c46',
    'line-control': '#6c7684',
    text: '#e4e7ec',
    'text-2': '#b3bac5',
    'text-3': '#929ba8',
    'text-off': '#5d6672',
    accent: '#4068d6',
    'accent-hover': '#4a6fd9',
    'accent-press': '#3559c0',
    'accent-text': '#93b0f8',
    'accent-bg': '#1b2438',
    'accent-bg-2': '#243150',
    'accent-line': '#38508c',
    'on-accent': '#ffffff',
    orange: '#e8ab62',
    'orange-mark': '#d68b35',
    'orange-bg': '#322616',
    red: '#f39a92',
    'red-mark': '#e5594f',
    'red-bg': '#371e1d',
    'red-solid': '#c8403a',
    teal: '#62c5ba',
    'teal-mark': '#2ba094',
    'teal-bg': '#14302d',
    'shadow-1': '0 1px 2px rgba(0, 0, 0, 0.4)',
    'shadow-2': '0 4px 16px rgba(0, 0, 0, 0.45), 0 0 0 1px #353c46',
    'shadow-3': '0 16px 48px rgba(0, 0, 0, 0.6), 0 0 0 1px #353c46',
  },
};
