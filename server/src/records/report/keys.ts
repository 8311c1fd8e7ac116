import { isTree, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportTargetDef } from '#protocol/meta/report.ts';
import { bandOf, type Key } from '#protocol/rules/report/drill.ts';
import { type NamedKey, nodeOf } from '#protocol/rules/report/said.ts';
import type { Access } from '#server/access/access.ts';
import { attrName } from '#server/query/report/attr.ts';
import { keyName } from '#server/query/report/keys.ts';
import { englishName, nameName } from '#server/query/report/statement.ts';
import { entity, presenter, presentItem, type Row } from '../row/present.ts';
import type { OpenReport } from './open.ts';

/** The names of references and choices among the keys, by place and key. */
export function keyNames(
  access: Access,
  report: OpenReport,
  targets: readonly ReportTargetDef[],
  rows: readonly Readonly<Record<string, unknown>>[],
): ReadonlyMap<string, NamedKey> {
  const names = new Map<string, NamedKey>();
  for (const [at, target] of targets.entries()) {
    const isNode = typeOfTarget(target) === 'TIER' || isTree(report.def);
    if (typeOfTarget(target) !== 'VALUE' && !isNode) continue;
    const field = report.field(target.fields);
    const told = presenter(report.attrs(target), access.session.locale);
    for (const row of rows) {
      const key = row[keyName(at)] as Key;
      if (typeof key !== 'number' || names.has(`${at} ${key}`)) continue;
      const english = row[englishName(at)] as string | null;
      const node = isNode ? nodeOf(key) : { id: key };
      const named = field.source
        ? entity(node.id, row[nameName(at)] as string | null, english)
        : presentItem(field, key, access.session.locale);
      const attr = row[attrName(at)] as Row | null | undefined;
      names.set(`${at} ${key}`, { ...named, ...node, key_name: named.key_name ?? '', ...(attr ? { attr: told(attr) } : {}) });
    }
  }
  return names;
}

export function toldKey(target: ReportTargetDef, key: Key, named: NamedKey | undefined): NamedKey {
  if (key === null) return { id: null, key_name: '' };
  if (named) return named;
  if (typeOfTarget(target) !== 'BAND') return { id: key, key_name: String(key) };
  const [from, to] = bandOf(target, Number(key));
  const said = from === undefined ? `< ${to}` : to === undefined ? `≥ ${from}` : `${from} – ${to}`;
  return { id: key, key_name: said, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
