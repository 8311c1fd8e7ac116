import { choice, choose, onChoices } from '#web/choices/choices.ts';
import type { ThemeName } from './palette.ts';

/** What the person chose; `system` follows the machine. */
export type ThemeChoice = ThemeName | 'system';

const listeners = new Set<() => void>();
const dark = () => (typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null);

export function themeChoice(): ThemeChoice {
  const chosen = choice('theme');
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

/** Paper is light, whatever the screen is. */
let printing = false;
/** A screen on a wall is dark, whoever put it there. */
let standing: ThemeName | null = null;
export function standIn(name: ThemeName | null): void {
  standing = name;
  applyTheme();
}

export function themeName(): ThemeName {
  if (printing) return 'light';
  if (standing) return standing;
  const chosen = themeChoice();
  if (chosen !== 'system') return chosen;
  return dark()?.matches ? 'dark' : 'light';
}

export const chooseTheme = (next: ThemeChoice): void => choose('theme', next);
onChoices(() => typeof document !== 'undefined' && applyTheme());

/** Sets data-theme on the page and tells who draws with literals. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = themeName();
  for (const listener of listeners) listener();
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  const machine = dark();
  machine?.addEventListener('change', applyTheme);
  return () => {
    listeners.delete(listener);
    machine?.removeEventListener('change', applyTheme);
  };
}

/** From now on what is printed is drawn for paper, and the screen comes back afterwards. */
export function drawForPaper(): void {
  const turn = (on: boolean) => () => {
    printing = on;
    applyTheme();
  };
  addEventListener('beforeprint', turn(true));
  addEventListener('afterprint', turn(false));
}

export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
