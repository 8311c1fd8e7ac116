import { useState } from 'react';
import { codesIn } from '#protocol/wire/lists.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { formatDateTime } from '#web/i18n/format.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { useFollowRights } from '../use-follow.ts';
import css from './Changes.module.css';
import { RANGES } from './Range.tsx';
import type { RolesController } from './use-roles.ts';

/** A grant in short, as RoleApi Changes answers it; null: nothing was given. */
interface Short {
  range: number;
  range_own: string;
  range_department: string;
  items: string;
  hide: string;
  readonly: string;
}
interface Change {
  number: number;
  time: string;
  user: { key_name: string; key_name_en?: string };
  groups: readonly { code: string; before: Short | null; after: Short | null }[];
  flags_given: string;
  flags_taken: string;
}

const PAGE = 100;

/** Who changed the role's rights, when, and what, the newest first. Older ones are asked for when he wants them. */
export function Changes({ it }: { it: RolesController }) {
  const [pages, setPages] = useState(1);
  return (
    <div className={css.changes}>
      {Array.from({ length: pages }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Page key={at} it={it} page={at + 1} onOlder={at + 1 === pages ? () => setPages(pages + 1) : undefined} />
      ))}
    </div>
  );
}

function Page({ it, page, onOlder }: { it: RolesController; page: number; onOlder: (() => void) | undefined }) {
  const texts = useText();
  const { t, label } = texts;
  const query = useOp(ops.roleChanges, { id: it.role!.id, page, rows: PAGE }, { fresh: 0 });
  useFollowRights(query.refetch);
  const late = useLate(query.isPending);
  const { error } = failureOf(query);
  const rows = (query.data?.rows ?? []) as unknown as Change[];
  if (error) return <ErrorState why={error.remark} onRetry={() => void query.refetch()} />;
  if (query.isPending) return late ? <SkeletonRows rows={4} columns={[140, 90, 0]} /> : null;
  if (page === 1 && rows.length === 0) return <EmptyState title={t('roles.noChanges')} why={t('roles.noChangesWhy')} />;
  return (
    <>
      <ol>
        {rows.map((change) => (
          <li key={change.number}>
            <p className={css.head}>
              <time>{formatDateTime(change.time)}</time> {label(change.user)}
            </p>
            <ul>
              {wordsOf(texts, it, change).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {onOlder && (query.data?.total ?? 0) > page * PAGE && <Button onClick={onOlder}>{t('roles.olderChanges')}</Button>}
    </>
  );
}

/** An item's own range, null where it goes by the table's. */
const rangeOf = ({ range_own, range_department }: Short, item: string): number | null =>
  codesIn(range_own).includes(item) ? 0 : codesIn(range_department).includes(item) ? 1 : null;

function wordsOf(texts: Texts, it: RolesController, change: Change): string[] {
  const { t, label, listed } = texts;
  const said = (key: 'roles.gave' | 'roles.took', names: readonly string[]) => (names.length ? [`${t(key)} ${listed(names)}`] : []);
  const flags = (list: string) => codesIn(list).map((code) => label(it.role!.flags.find((flag) => flag.code === code)) || code);
  const modules = [...said('roles.gave', flags(change.flags_given)), ...said('roles.took', flags(change.flags_taken))];
  const groups = change.groups.flatMap(({ code, before, after }) => {
    const group = it.groups.find((one) => one.code === code);
    if (!group) return [];
    const [had, has] = [codesIn(before?.items ?? ''), codesIn(after?.items ?? '')];
    const names = (codes: readonly string[]) =>
      codes.map(
        (one) =>
          label(
            group.items.find((item) => item.code === one),
            'name',
          ) || one,
      );
    const moved = before && after && before.range !== after.range;
    const ruled = (before?.hide ?? '') !== (after?.hide ?? '') || (before?.readonly ?? '') !== (after?.readonly ?? '');
    const parts = [
      ...said('roles.gave', names(has.filter((item) => !had.includes(item)))),
      ...said('roles.took', names(had.filter((item) => !has.includes(item)))),
      ...(moved ? [t('roles.rangeFrom', { from: t(RANGES[before.range]!), to: t(RANGES[after.range]!) })] : []),
      ...had
        .filter((item) => has.includes(item))
        .flatMap((item) => {
          const [from, to] = [rangeOf(before!, item), rangeOf(after!, item)];
          const said = (own: number | null) => (own === null ? t('roles.asTable') : t(RANGES[own]!));
          return from === to ? [] : [t('roles.itemRangeFrom', { item: names([item])[0]!, from: said(from), to: said(to) })];
        }),
      ...(ruled ? [t('roles.ruled')] : []),
    ];
    return [`${label(group, 'name')}　${listed(parts)}`];
  });
  return [...modules.map((line) => `${t('roles.modules')}　${line}`), ...groups];
}
