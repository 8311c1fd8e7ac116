import { inBoth } from '#web/i18n/use-text.ts';

/** What a tab is called whose page could not be opened and that nobody has named. */
export const NOT_OPENED = inBoth('ui.notOpened');
