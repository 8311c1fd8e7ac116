import type { Look } from './sheet.ts';

/** What a cell holds: `text`, `indent 2` (a text that stands so many steps in), `right` (one that stands as figures do), `day`, `number 2`, `percent 1`. */
type Kind = 'text' | `indent ${number}` | 'right' | 'day' | `number ${number}` | `percent ${number}`;

/** The looks that cells of a file have, numbered as they are first asked for. */
export interface Styles {
  at(look: Look, kind: Kind): number;
  /** the part of the file that says them all */
  xml(): string;
}

/** Of fonts and fills as they stand below. */
const FONT: Readonly<Record<Look, number>> = { body: 0, note: 3, head: 1, sum: 1, title: 2 };
const FILL: Readonly<Partial<Record<Look, number>>> = { head: 2 };
const BORDER: Readonly<Partial<Record<Look, number>>> = { head: 1, sum: 2 };

const FACE = '<name val="Microsoft YaHei"/><family val="2"/>';
const FONTS = [
  `<font><sz val="10"/>${FACE}</font>`,
  `<font><b/><sz val="10"/>${FACE}</font>`,
  `<font><b/><sz val="14"/>${FACE}</font>`,
  `<font><sz val="10"/><color rgb="FF5B6270"/>${FACE}</font>`,
];
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F3"/></patternFill></fill>',
];
const line = (side: string, kind: string) => `<${side} style="${kind}"><color rgb="FFB4BAC4"/></${side}>`;
const BORDERS = [
  '<border><left/><right/><top/><bottom/></border>',
  `<border><left/><right/>${line('top', 'thin')}${line('bottom', 'thin')}</border>`,
  `<border><left/><right/>${line('top', 'hair')}<bottom/></border>`,
];

/** Texts as such (49): what is typed over one is no formula either. */
const TEXT_FORMAT = 49;
/** Formats of a file's own begin here. */
const OWN_FORMATS = 164;

export function createStyles(): Styles {
  const numbers = new Map<string, number>();
  const formats = new Map<string, number>();
  const formatOf = (kind: Kind): number => {
    if (kind === 'text' || kind === 'right' || kind.startsWith('indent')) return TEXT_FORMAT;
    const code = codeOf(kind);
    if (!formats.has(code)) formats.set(code, OWN_FORMATS + formats.size);
    return formats.get(code)!;
  };
  return {
    at(look, kind) {
      const known = numbers.get(`${look} ${kind}`);
      if (known !== undefined) return known;
      formatOf(kind);
      numbers.set(`${look} ${kind}`, numbers.size + 1);
      return numbers.size;
    },
    xml() {
      const cells = [...numbers.keys()].map((key) => {
        const [look, ...kind] = key.split(' ') as [Look, ...string[]];
        return cellFormat(look, kind.join(' ') as Kind, formatOf(kind.join(' ') as Kind));
      });
      const own = [...formats].map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`);
      const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
      return [
        `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${main}">`,
        own.length > 0 ? counted('numFmts', own) : '',
        ...[counted('fonts', FONTS), counted('fills', FILLS), counted('borders', BORDERS)],
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
        counted('cellXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>', ...cells]),
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
        '</styleSheet>',
      ].join('');
    },
  };
}

const counted = (name: string, parts: readonly string[]): string => `<${name} count="${parts.length}">${parts.join('')}</${name}>`;

function cellFormat(look: Look, kind: Kind, format: number): string {
  const side = sideOf(kind);
  const align = `<alignment vertical="center"${side}/>`;
  return `<xf numFmtId="${format}" fontId="${FONT[look]}" fillId="${FILL[look] ?? 0}" borderId="${BORDER[look] ?? 0}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${align}</xf>`;
}

function sideOf(kind: Kind): string {
  if (kind === 'right') return ' horizontal="right"';
  if (kind.startsWith('indent')) return ` horizontal="left" indent="${kind.split(' ')[1]}"`;
  return kind === 'day' ? ' horizontal="left"' : '';
}

function codeOf(kind: Kind): string {
  if (kind === 'day') return 'yyyy\\-mm\\-dd';
  const [what, decimals] = kind.split(' ') as [string, string];
  const places = Number(decimals) > 0 ? `.${'0'.repeat(Number(decimals))}` : '';
  return what === 'percent' ? `0${places}%` : `#,##0${places}`;
}
