import type { FieldKind } from './kind.ts';
import { textarea } from './textarea.ts';

/** Text in Markdown, kept as typed, at most `length` (20,000) characters. */
export const markdown: FieldKind = textarea;
