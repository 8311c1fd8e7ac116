const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text of clean rich text: a line for each paragraph, entry and row, cells apart; what a list, a message and a search take for it. `fw.plain_text` reads the same. */
export const plainText = (html: string): string =>
  html
    .replace(/<\/t[hd]>/g, ' ')
    .replace(/<([bh]r|\/(p|h3|h4|pre|li|tr))[^<>]*>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n');
