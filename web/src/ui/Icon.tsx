import css from './Icon.module.css';
import type { LATER_ICONS } from './later-icons.ts';
import type { PAGE_ICONS } from './page-icons.ts';

/** 16 px, 1.5 stroke, round ends, in the colour of the text: those that stand before the frame, and that menus name; the frame brings the others (`addIcons`). */
const PATHS = {
  alert: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3h.01',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10.5 4 7zM6.7 13.8a1.5 1.5 0 0 0 2.6 0',
  building: 'M3 14V2.5h6V14M9 6.5h4V14M1.5 14h13M5 5.5h2M5 8h2M5 10.5h2',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  change: 'M3 6h9l-2.5-2.5M13 10H4l2.5 2.5',
  chart: 'M2.5 13.5h11M4.5 11V7M8 11V3.5M11.5 11V6',
  check: 'm3.5 8.5 3 3 6-7',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5v-8h8',
  down: 'm4 6 4 4 4-4',
  edit: 'M3 13l.600-3L10.5 3l2.5 2.5L6 12.4zM9 4.5 11.5 7',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  'eye-off':
    'M3.5 5.8C2.2 7 1.5 8 1.5 8S4 12.5 8 12.5c1 0 1.9-.3 2.7-.7M6.2 3.8c.6-.2 1.2-.3 1.8-.3 4 0 6.5 4.5 6.5 4.5s-.7 1.2-1.9 2.4M2.5 2.5l11 11',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  flag: 'M4 14V2.5h8l-2 3 2 3H4',
  flow: 'M2 6h3v4H2zM11 2h3v4h-3zM11 10h3v4h-3zM5 8h3M11 4H8v8h3',
  folder: 'M2 4h4.5L8 5.5h6v7.5H2z',
  globe: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM2.5 8h11M8 2.5c4 4 4 7 0 11M8 2.5c-4 4-4 7 0 11',
  history: 'M3 8a5 5 0 1 0 1.5-3.6L3 6M3 2.8V6h3.2M8 5.5V8l2 1.5',
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  inbox: 'M2.5 9.5 4.5 3h7l2 6.5v3.5h-11zM2.5 9.5h3l1 1.5h3l1-1.5h3',
  info: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8 7.5v3M8 5.5h.01',
  left: 'm10 4-4 4 4 4',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5M8 10v1.5',
  monitor: 'M2 3h12v8H2zM8 11v2.5M5 13.5h6',
  money: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zm-7.7-3L8 8l2.2-3M8 8v3.5M6 9h4',
  open: 'M9 3h4v4M13 3 7.5 8.5M11.5 9.5v3.5h-8.500V4.500h3.500',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  plan: 'M2.5 4h5M5 8h6M8.5 12h5',
  play: 'M5 3l8 5-8 5z',
  power: 'M8 2.5v5M4.8 4.5a5 5 0 1 0 6.4 0',
  printer: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.8V6H9.8',
  right: 'm6 4 4 4-4 4',
  rows: 'M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.5 10.5l3 3',
  send: 'M2 8l12-5.5-4 11.5-2.5-4.5zM7.5 9.5 14 2.5',
  settings:
    'M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4',
  shield: 'M8 2l5 1.800v3.700c0 3-2 5.300-5 6.500-3-1.200-5-3.500-5-6.500V3.800z',
  tree: 'M3 3h4v3H3zM9 6.5h4v3H9zM9 11h4v3H9zM5 6v6.5h4M5 8h4',
  user: 'M10.8 5.5a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0zM2.8 13.5c.600-2.8 2.6-4 5.2-4s4.6 1.2 5.2 4',
  users:
    'M8.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM1.5 13.5c.500-2.6 2-4 4.5-4s4 1.4 4.5 4M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.8c1.5.500 2.3 1.8 2.6 3.7',
} as const;

export type IconName = keyof typeof PATHS | keyof typeof LATER_ICONS | keyof typeof PAGE_ICONS;

const paths: Partial<Record<IconName, string>> = { ...PATHS };
/** Adds further icons, before anything that shows them is drawn. */
export const addIcons = (more: Partial<Record<IconName, string>>): unknown => Object.assign(paths, more);

export const isIcon = (name: string | undefined): name is IconName => name !== undefined && Object.hasOwn(paths, name);

/** Decoration beside a word; a control that shows only an icon carries its own name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={name === 'more' ? `${css.icon} ${css.dots}` : css.icon}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
