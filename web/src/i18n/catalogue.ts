import type { Locale } from '#protocol/codes.ts';
import { FIRST_EN, FIRST_ZH } from './first.ts';
import type { LATER_ZH } from './later.ts';
import type { ACCOUNT_ZH } from './parts/account.ts';
import type { BATCH_ZH } from './parts/batch.ts';
import type { BESIDE_ZH } from './parts/beside.ts';
import type { BIN_ZH } from './parts/bin.ts';
import type { BULK_ZH } from './parts/bulk.ts';
import type { CHART_ZH } from './parts/chart.ts';
import type { EYES_ZH } from './parts/eyes.ts';
import type { FACTOR_ZH } from './parts/factor.ts';
import type { FILES_ZH } from './parts/fields/files.ts';
import type { KINDS_ZH } from './parts/fields/kinds.ts';
import type { PAGE_ZH } from './parts/fields/page.ts';
import type { FIND_ZH } from './parts/find.ts';
import type { FORM_ZH } from './parts/form.ts';
import type { GROUP_ZH } from './parts/group.ts';
import type { HOME_ZH } from './parts/home.ts';
import type { LAYOUT_ZH, VIEWS_ZH } from './parts/layout.ts';
import type { MESSAGES_ZH } from './parts/messages.ts';
import type { MIGRATE_ZH } from './parts/migrate.ts';
import type { MINE_ZH } from './parts/mine.ts';
import type { PASSWORD_ZH } from './parts/password.ts';
import type { PASTE_ZH } from './parts/paste.ts';
import type { PEOPLE_ZH } from './parts/people.ts';
import type { PREVIEW_ZH } from './parts/preview.ts';
import type { ADDING_ZH } from './parts/records/adding.ts';
import type { ASIDE_ZH } from './parts/records/aside.ts';
import type { ATTACHED_ZH } from './parts/records/attached.ts';
import type { BELOW_ZH } from './parts/records/below.ts';
import type { BOARD_ZH } from './parts/records/board.ts';
import type { CELLS_ZH } from './parts/records/cells.ts';
import type { CHARTS_ZH } from './parts/records/charts.ts';
import type { DEEDS_ZH } from './parts/records/deeds.ts';
import type { GROUPED_ZH } from './parts/records/grouped.ts';
import type { LEADER_ZH } from './parts/records/leader.ts';
import type { MERGE_ZH } from './parts/records/merge.ts';
import type { PAST_ZH } from './parts/records/past.ts';
import type { REPORT_ZH } from './parts/records/report.ts';
import type { TABS_ZH } from './parts/records/tabs.ts';
import type { VERSION_ZH } from './parts/records/version.ts';
import type { ROLES_ZH } from './parts/roles.ts';
import type { SESSION_ZH } from './parts/session.ts';
import type { SINCE_ZH } from './parts/since.ts';
import type { ENTER_ZH } from './parts/threshold/enter.ts';
import type { FORGOT_ZH } from './parts/threshold/forgot.ts';
import type { REGISTER_ZH } from './parts/threshold/register.ts';
import type { SETUP_ZH } from './parts/threshold/setup.ts';
import type { TOLD_ZH } from './parts/told.ts';
import type { TREE_ZH } from './parts/tree.ts';

/**
 * All texts of the client, one file a room and language, in parts so that the sign-in page stays light: first.ts comes with
 * the first load, the others with what shows them (later.ts: the frame). The compiler asks English for each Chinese key.
 */
type Rooms = typeof FIRST_ZH &
  typeof ACCOUNT_ZH &
  typeof ASIDE_ZH &
  typeof BATCH_ZH &
  typeof BELOW_ZH &
  typeof BESIDE_ZH &
  typeof BIN_ZH &
  typeof BOARD_ZH &
  typeof BULK_ZH &
  typeof CELLS_ZH &
  typeof CHART_ZH &
  typeof CHARTS_ZH &
  typeof DEEDS_ZH &
  typeof MIGRATE_ZH &
  typeof ENTER_ZH &
  typeof EYES_ZH &
  typeof FACTOR_ZH &
  typeof FILES_ZH &
  typeof FIND_ZH &
  typeof FORGOT_ZH &
  typeof FORM_ZH &
  typeof GROUP_ZH &
  typeof GROUPED_ZH &
  typeof HOME_ZH &
  typeof KINDS_ZH &
  typeof LATER_ZH &
  typeof MESSAGES_ZH &
  typeof MINE_ZH &
  typeof PASSWORD_ZH &
  typeof LAYOUT_ZH &
  typeof LEADER_ZH &
  typeof PAGE_ZH &
  typeof PAST_ZH &
  typeof PASTE_ZH &
  typeof PEOPLE_ZH &
  typeof PREVIEW_ZH &
  typeof REGISTER_ZH &
  typeof REPORT_ZH &
  typeof ROLES_ZH &
  typeof SESSION_ZH &
  typeof SETUP_ZH &
  typeof SINCE_ZH &
  typeof TABS_ZH &
  typeof TOLD_ZH &
  typeof TREE_ZH &
  typeof MERGE_ZH &
  typeof ADDING_ZH &
  typeof ATTACHED_ZH &
  typeof VERSION_ZH &
  typeof VIEWS_ZH;

export type TextKey = { [Room in keyof Rooms]: `${Room}.${keyof Rooms[Room] & string}` }[keyof Rooms];
export type Places = Readonly<Record<string, string | number>>;

type Catalogue = Record<string, Readonly<Record<string, string>>>;
export const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { zh_CN: { ...FIRST_ZH }, en_US: { ...FIRST_EN } };

/** Adds the rooms of another part, before anything that shows them is drawn. */
export function addTexts(zh_CN: Catalogue, en_US: Catalogue): void {
  Object.assign(CATALOGUES.zh_CN, zh_CN);
  Object.assign(CATALOGUES.en_US, en_US);
}

/** A text by its key, `{name}` filled from `places`. English keys may carry `one|many`, chosen by the place `n`. */
export function text(locale: Locale, key: TextKey, places: Places = {}): string {
  const cut = key.indexOf('.');
  const found = CATALOGUES[locale][key.slice(0, cut)]?.[key.slice(cut + 1)] ?? key;
  const [one, many] = found.split(' | ');
  const chosen = many === undefined || places.n === 1 || places.n === '1' ? one! : many;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => (name in places ? String(places[name]) : whole));
}
