/** The largest id. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/** What a list holds, `,a,b,` or `a,b`; nothing between two commas is an item too, of no kind. Of more than `most` one more is read. */
export const listItems = (list: string, most: number): string[] =>
  list === '' || list === ',' ? [] : list.replace(/^,|,$/g, '').split(',', most + 1);

/** Ids as the wire writes lists: `,1,2,`; none is the empty string. */
export const idList = (ids: readonly number[]): string => (ids.length ? `,${ids.join(',')},` : '');

/** Codes as the wire writes lists: `,List,Add,`; none is the empty string. */
export const codeList = (codes: readonly string[]): string => (codes.length ? `,${codes.join(',')},` : '');

/** The same list again. */
export const codesIn = (list: string): string[] => list.split(',').filter((code) => code !== '');
