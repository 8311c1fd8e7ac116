import { Refusal } from '#protocol/codes.ts';
import { type BoardDef, type BoardWidgetDef, isCounted, isOwn } from '#protocol/meta/board/board.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { modulesFor } from '#server/access/menus.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { createNames } from '#server/query/names.ts';
import { type OpenReport, openReport } from '../report/open.ts';

/** A part of a board as one reader has it: what it reads, opened. */
export interface OpenWidget {
  readonly def: BoardWidgetDef;
  readonly report?: OpenReport;
  readonly list?: { readonly grant: Grant; readonly fields: readonly ResolvedField[] };
}
export interface OpenBoard {
  readonly def: BoardDef;
  /** those that are his */
  readonly widgets: readonly OpenWidget[];
}

/**
 * The board of this name, with the parts that this reader may see; 312 where there is none, where he lacks its flag, or where he sees nothing
 * of it: his own to-do and messages are everybody's, and make no board his.
 */
export function openBoard(access: Access, name: string): OpenBoard {
  const def = access.catalogue.board(name);
  const widgets = (def?.widgets ?? []).flatMap((widget) => openWidget(access, widget) ?? []);
  if (!def || !isGiven(access, def) || widgets.every((one) => isOwn(one.def))) throw new Refusal(312);
  return { def, widgets };
}

/** The page of a flag is for who has it, as a module is. */
const isGiven = (access: Access, { flag }: BoardDef): boolean => flag === undefined || access.session.root || access.flags.has(flag);

/** Where a person begins. */
interface Desktop {
  /** below the frame, with its module */
  url: string;
  key_name: string;
  key_name_en: string;
}

/** The desktop of the first of this reader's modules that has one of which he sees something; undefined where none does. */
export function desktopOf(access: Access): Desktop | undefined {
  const boards = access.catalogue.boards();
  for (const { code } of boards.some(({ desktop }) => desktop !== undefined) ? modulesFor(access) : []) {
    const own = boards.find(({ desktop }) => desktop === code);
    const open = own && orNothing(() => openBoard(access, own.board_name));
    if (open) return { url: `/board/${own.board_name}?myCode=${code}`, key_name: own.key_name, key_name_en: own.key_name_en };
  }
  return undefined;
}

function openWidget(access: Access, def: BoardWidgetDef): OpenWidget | null {
  if (isCounted(def)) return orNothing(() => opened(def, openReport(access, def.report!)));
  return def.kind === 'list' ? orNothing(() => listed(access, def)) : { def };
}

/** Of the figures those that he has; of a part of none that he has nothing is left. */
function opened(def: BoardWidgetDef, report: OpenReport): OpenWidget {
  const index = def.index?.filter((name) => !report.leftOut.includes(name));
  const isSeen = report.def.targets.every(({ name }) => !report.unseen.has(name));
  const hasFilters = Object.keys(def.filters ?? {}).every((name) => report.def.searchs?.fields.some((search) => search.name === name));
  if (!isSeen || !hasFilters || index?.length === 0 || report.def.indexs.length === 0) throw new Refusal(312);
  return { def: index ? { ...def, index } : def, report };
}

function listed(access: Access, def: BoardWidgetDef): OpenWidget {
  const grant = access.grant(access.table(def.cloud!), 'Page');
  const names = createNames(access.reader, grant);
  for (const path of Object.keys(def.filters ?? {})) names.value(path);
  const fields = def.fields!.split(',').flatMap((name) => {
    const field = grant.table.fields.get(name);
    return field && grant.sees(name, 't') !== false ? [field] : [];
  });
  if (fields[0]?.name !== def.fields!.split(',')[0]) throw new Refusal(312);
  return { def, list: { grant, fields } };
}

/** What is refused is not his. */
function orNothing<T>(open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
