/** Codes as the wire writes lists: `,List,Add,`; none is the empty string. */
export const codeList = (codes: readonly string[]): string => (codes.length ? `,${codes.join(',')},` : '');

/** The same list again. */
export const codesIn = (list: string): string[] => list.split(',').filter((code) => code !== '');
