/** Ids for tabs and sheets: keys hold quotes and spaces, ids may not. */
const plain = (key: string): string => encodeURIComponent(key).replace(/[^A-Za-z0-9]/g, '_');
export const tabId = (key: string): string => `tab-${plain(key)}`;
export const sheetId = (key: string): string => `sheet-${plain(key)}`;
