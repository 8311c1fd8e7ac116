/** `{field}` inside a text of a write-back; blanks inside the braces count for nothing. */
export const PLACES = /\{([^{}]*)\}/g;

const WHOLE = /^\{([^{}]+)\}$/;

/** What a text names that is one place and nothing else: then the value itself is meant, not its print. */
export const wholePlace = (text: string): string | undefined => WHOLE.exec(text)?.[1]?.trim();
