/** A server text in both languages; `<{name}>` is filled from data. */
export type ServerText = { zh_CN: string; en_US: string };
