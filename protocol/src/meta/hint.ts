/** An amount of the record in a text of a definition: `{1000}`. The text names no currency, as its record alone knows which it is in. */
export const AMOUNT_IN_TEXT = /\{(\d+(?:\.\d+)?)\}/g;
