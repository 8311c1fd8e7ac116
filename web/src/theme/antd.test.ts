import { expect, it } from 'vitest';
import { antdTheme } from './antd.ts';
import { PALETTES } from './palette.ts';

it('quality: the marks of boxes that one types in are as large as their words, and to be seen: three to one at least', () => {
  for (const name of ['light', 'dark'] as const) {
    const { Select, DatePicker } = antdTheme(name, { still: false, touch: false }).components ?? {};
    for (const box of [Select, DatePicker]) {
      expect(box).toMatchObject({
        fontSizeIcon: 14,
        colorTextQuaternary: PALETTES[name]['text-3'],
        borderRadiusLG: 5,
        inputFontSizeLG: 14,
      });
      expect(contrast(PALETTES[name]['text-3'], PALETTES[name]['bg-page'])).toBeGreaterThan(3);
    }
  }
});

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
