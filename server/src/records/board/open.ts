import { Refusal } from '#protocol/codes.ts';
import { type BoardDef, type BoardWidgetDef, isCounted, isOwn } from '#protocol/meta/board/board.ts';
import type { ReportChart } from '#protocol/rules/report/chart.ts';
import { type Shown, shownIn } from '#protocol/rules/report/parts.ts';
import { knowsPast } from '#protocol/rules/report/past/past.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { createNames } from '#server/query/names.ts';
import { tellsPast } from '../read/page.ts';
import { chartFor } from '../report/load.ts';
import { type OpenReport, openReport } from '../report/open.ts';

/** A report that a part shows as one reader has it, and the chart that stands in the place of its lines. */
export interface OpenShown {
  readonly def: Shown;
  readonly report: OpenReport;
  readonly chart?: ReportChart;
}
/** A part of a board as one reader has it: what it reads, opened. */
export interface OpenWidget {
  readonly def: BoardWidgetDef;
  /** the reports that are his, one a tab */
  readonly shown: readonly OpenShown[];
  readonly list?: OpenFields;
}
/** Fields of a list, or of a record, that are his. */
interface OpenFields {
  readonly grant: Grant;
  readonly fields: readonly ResolvedField[];
}
export interface OpenBoard {
  readonly def: BoardDef;
  /** of what its record is */
  readonly record?: Grant;
  /** those that are his */
  readonly widgets: readonly OpenWidget[];
}

/**
 * The board of this name, with the parts that this reader may see; 312 where there is none, where he lacks its flag, or where he sees nothing
 * of it: his own to-do and messages are everybody's, and make no board his.
 */
export function openBoard(access: Access, name: string): OpenBoard {
  const def = access.catalogue.board(name);
  const record = def?.record && access.grant(access.table(def.record.cloud), 'Get');
  const widgets = (def?.widgets ?? []).flatMap((widget) => openWidget(access, widget, record, def!.record?.cloud) ?? []);
  if (!def || !isGiven(access, def) || widgets.every((one) => isOwn(one.def))) throw new Refusal(312);
  return { def, widgets, ...(record ? { record } : {}) };
}

/** The page of a flag is for who has it, as a module is. */
const isGiven = (access: Access, { flag }: BoardDef): boolean => flag === undefined || access.session.root || access.flags.has(flag);

/** Whether a page of a desktop flag opens to this reader: he has the flag, and sees something of it. */
export const opensFlag = (access: Access, flag: string): boolean =>
  access.catalogue.boards().some((board) => board.flag === flag) && orNothing(() => openBoard(access, flag)) !== null;

/** A board that can be asked for as of a month: one of its reports knows a past. */
export const tellsMonths = ({ widgets }: OpenBoard): boolean =>
  widgets.some(({ shown }) => shown.some(({ report }) => knowsPast(report.def)));

/** A part that lists records which keep a past, as they stood; one of a single record tells what it is now. */
export const listsPast = ({ def, list }: OpenWidget): boolean => def.kind === 'list' && list !== undefined && tellsPast(list.grant);

function openWidget(access: Access, def: BoardWidgetDef, record: Grant | undefined, of: string | undefined): OpenWidget | null {
  if (isCounted(def)) {
    const shown = shownIn(def).flatMap((one) => orNothing(() => opened(access, def.kind, one)) ?? []);
    return shown.length > 0 ? { def, shown } : null;
  }
  if (def.kind === 'active') return orNothing(() => lookedAt(access, def, of ?? def.cloud!));
  if (def.kind === 'record') return record ? told(record, def) : null;
  return def.kind === 'list' ? orNothing(() => listed(access, def)) : { def, shown: [] };
}

/** Of the figures those that he has; of a part of none that he has nothing is left, nor of a figure whose parts alone are his. */
function opened(access: Access, kind: BoardWidgetDef['kind'], def: Shown): OpenShown {
  const report = openReport(access, def.report);
  const index = def.index?.filter((name) => !report.leftOut.includes(name));
  const isSeen = report.def.targets.every(({ name }) => !report.unseen.has(name));
  const hasFilters = Object.keys(def.filters ?? {}).every((name) => report.def.searchs?.fields.some((search) => search.name === name));
  const isHeaded = kind !== 'figure' || index?.[0] === def.index?.[0];
  const chart = def.look === 'chart' ? chartFor(access, report) : undefined;
  const isDrawn = def.look !== 'chart' || chart !== undefined;
  if (!isSeen || !hasFilters || !isHeaded || !isDrawn || index?.length === 0 || report.def.indexs.length === 0) throw new Refusal(312);
  const { mark, ...rest } = def;
  const isMarked = mark !== undefined && !report.leftOut.includes(mark);
  return { def: { ...rest, ...(index ? { index } : {}), ...(isMarked ? { mark } : {}) }, report, ...(chart ? { chart } : {}) };
}

function listed(access: Access, def: BoardWidgetDef): OpenWidget {
  const grant = access.grant(access.table(def.cloud!), 'Page');
  const names = createNames(access.reader, grant);
  for (const path of [...Object.keys(def.filters ?? {}), ...(def.by === undefined ? [] : [def.by])]) names.value(path);
  const fields = seenOf(grant, def);
  if (fields[0]?.name !== def.fields!.split(',')[0]) throw new Refusal(312);
  return { def, shown: [], list: { grant, fields } };
}

/** Who opened a record may be told to whoever may open it, and knows what it is called. */
function lookedAt(access: Access, def: BoardWidgetDef, cloud: string): OpenWidget | null {
  const grant = access.grant(access.table(cloud), 'Show');
  const fields = seenOf(grant, { ...def, fields: 'key_name' });
  return grant.table.def.readlog === 1 && fields.length > 0 ? { def, shown: [], list: { grant, fields } } : null;
}

/** What is said of a record: the fields that he sees. */
function told(grant: Grant, def: BoardWidgetDef): OpenWidget | null {
  const fields = seenOf(grant, def);
  return fields.length > 0 ? { def, shown: [], list: { grant, fields } } : null;
}

const seenOf = (grant: Grant, { fields = '' }: BoardWidgetDef): ResolvedField[] =>
  fields.split(',').flatMap((name) => {
    const field = grant.table.fields.get(name);
    return field && grant.sees(name, 't') !== false ? [field] : [];
  });

/** What is refused is not his. */
export function orNothing<T>(open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
