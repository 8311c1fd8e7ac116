import { FRAME, isInFrame, pathOf, queryOf } from './address.ts';
import { type PageDescriptor, type PageView, segmentOf } from './page.ts';

/** Where one stands inside the frame, as an address says it. */
export interface Place {
  /** null: the frame itself, which begins with its first tab */
  page: PageDescriptor | null;
  view: PageView;
  /** the module of the top menu, where the address names one (FRAME-04) */
  module: string;
}

/** Names in a query that are set on the page and narrow nothing begin so: no field's name does. */
const SET = '_';
const MODULE = 'myCode';

const whole = (text: string | undefined): number | undefined => (text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined);

/** Addresses by table: /main/list/project, /main/form/initiation/Review/35. */
const SEGMENTS: Readonly<Record<string, (cloud: string, op?: string, id?: string) => PageDescriptor>> = {
  list: (cloud) => ({ cloud, op: 'List' }),
  tree: (cloud) => ({ cloud, op: 'Tree' }),
  group: (cloud) => ({ cloud, op: 'Group' }),
  bin: (cloud) => ({ cloud, op: 'Recycle' }),
  batch: (cloud) => ({ cloud, op: 'Batch' }),
  report: (cloud) => ({ cloud, mode: 'REPORT' }),
  board: (cloud) => ({ cloud, mode: 'BOARD' }),
  form: (cloud, op, id) => record(cloud, op, whole(id)),
  tabform: (cloud, op, id) => ({ ...record(cloud, op, whole(id)), mode: 'TAB' }),
};

/** The addresses of the specification (FRAME-10), whose query says what they open: /main/table?cloud=project. They are the same pages. */
const SPECIFIED: Readonly<Record<string, string>> = {
  '/table': 'list',
  '/tree': 'tree',
  '/group': 'group',
  '/report': 'report',
  '/form': 'form',
  '/tabform': 'tabform',
  '/batch': 'batch',
  '/oplog': 'form',
};
/** Other names of the client's own pages, and what is set on them. */
const SAME: Readonly<Record<string, { url: string; view?: PageView }>> = {
  '/TodoView': { url: '/todo' },
  '/TodoAttemt': { url: '/todo', view: { tab: 'read' } },
};

function record(cloud: string, op: string | undefined, id: number | undefined): PageDescriptor {
  return { cloud, op: op || (id ? 'Show' : 'Add'), ...(id ? { id } : {}) };
}

/** Reads an address of the frame; null for any other. What no page answers to becomes a page that does not exist. */
export function readPlace(at: string): Place | null {
  if (!isInFrame(at)) return null;
  const path = pathOf(at).slice(FRAME.length);
  const query = Object.fromEntries(queryOf(at));
  const { [MODULE]: module = '', ...rest } = query;
  if (path === '' || path === '/') return { page: null, view: {}, module };
  const [segment = '', ...parts] = path.slice(1).split('/').map(decoded);
  const [cloud, op, id, ...more] = parts;
  if (Object.hasOwn(SEGMENTS, segment) && cloud && more.length === 0) return placed(SEGMENTS[segment]!(cloud, op, id), rest, module);
  const { cloud: named, op: asked, id: which, ...others } = rest;
  if (Object.hasOwn(SPECIFIED, path) && named) return placed(SEGMENTS[SPECIFIED[path]!]!(named, asked, which), others, module);
  // the specification's dialog over a record
  if (path === '/flow' && named) return placed(SEGMENTS.form!(named, asked ?? 'Show', which), { ...others, _chart: '1' }, module);
  if (path === '/web') return { page: { url: rest.url ?? '' }, view: Object.fromEntries(new URLSearchParams(rest.params ?? '')), module };
  const { url, view = {} } = Object.hasOwn(SAME, path) ? SAME[path]! : { url: path };
  return { page: { url }, view: { ...view, ...rest }, module };
}

function placed(page: PageDescriptor, query: Readonly<Record<string, string>>, module: string): Place {
  // the specification's name for the tab that a tab form begins with
  const { index, ...others } = query;
  const all = page.mode === 'TAB' && index ? { ...others, [`${SET}index`]: index } : query;
  const [set, facts] = [true, false].map((is) => Object.entries(all).filter(([name]) => name.startsWith(SET) === is));
  return {
    page: { ...page, ...(facts!.length > 0 ? { query: Object.fromEntries(facts!) } : {}) },
    view: Object.fromEntries(set!.map(([name, value]) => [name.slice(SET.length), value])),
    module,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The address of a page, as it is shown and can be sent to somebody. */
export function placeAddress({ page, view, module }: Place): string {
  const mine: Record<string, string> = module ? { [MODULE]: module } : {};
  if (page === null) return withQuery(FRAME, mine);
  if (page.url !== undefined) return withQuery(FRAME + (page.url.startsWith('/') ? page.url : `/${page.url}`), { ...view, ...mine });
  const segment = segmentOf(page);
  const parts = ['form', 'tabform'].includes(segment) ? [page.cloud, page.op, page.id] : [page.cloud];
  const path = [FRAME, segment, ...parts.filter((part) => part !== undefined).map((part) => encodeURIComponent(part))].join('/');
  const set = Object.fromEntries(Object.entries(view).map(([name, value]) => [SET + name, value]));
  return withQuery(path, { ...page.query, ...set, ...mine });
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
}
