import { expect, it } from 'vitest';
import { PALETTES, type ThemeName } from './palette.ts';
import css from './tokens.css?raw';

function declared(theme: ThemeName): Map<string, string> {
  const from = theme === 'dark' ? css.indexOf('[data-theme="dark"]') : 0;
  const block = css.slice(from, css.indexOf('\n}', from)).replace(/\/\*[\s\S]*?\*\//g, '');
  return new Map([...block.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map((found) => [found[1]!, found[2]!.trim()]));
}

it.each(['light', 'dark'] as const)("antd's %s theme has the values of tokens.css", (theme) => {
  const tokens = declared(theme);
  for (const [name, value] of Object.entries(PALETTES[theme])) expect(value, name).toBe(tokens.get(name));
});
