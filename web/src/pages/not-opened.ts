import { inBoth } from '#web/i18n/use-text.ts';

/** What a tab is called whose page could not be opened and that nobody has named. */
export const NOT_OPENED = inBoth('ui.notOpened');

/** Of a record: it is none that this person may see, or there is none. */
export const isNotTheirs = (error: { code: number } | null | undefined): boolean => error?.code === 312 || error?.code === 315;
