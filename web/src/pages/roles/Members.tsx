import { useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { useFollow } from '../use-follow.ts';
import css from './Members.module.css';
import type { RolesController } from './use-roles.ts';
import { Why } from './Why.tsx';

type Member = WireRow & { key_name: string; name_en?: string };
const ROWS = 50;
/** What is told of each, as far as the reader may see it. */
const TOLD = ['department_entity', 'title'];

/** Who has the role, as far as the reader sees users. */
export function Members({ it }: { it: RolesController }) {
  const { t, label } = useText();
  const { table } = useTable('user');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Member | null>(null);
  const { id } = it.role!;
  const filters = { fields: { role_entities: `,${id},` } };
  const told = (table?.fields ?? []).filter(({ field_name }) => TOLD.includes(field_name));
  const query = useOp(ops.page, { cloud: 'user', page, rows: ROWS, filters }, { fresh: 0, keepPrevious: () => true });
  useFollow(({ cloud }) => cloud === 'user', query.refetch);
  const late = useLate(query.isPending);
  const { error, outdated } = failureOf(query);
  const rows = (query.data?.rows ?? []) as Member[];
  const total = query.data?.total ?? 0;
  if (error) return <ErrorState why={error.remark} onRetry={() => void query.refetch()} />;
  if (query.isPending) return late ? <SkeletonRows rows={6} columns={[160, 200, 0]} /> : null;
  if (rows.length === 0) return <EmptyState title={t('roles.noMembers')} why={t('roles.noMembersWhy')} />;
  return (
    <div className={css.members}>
      <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
      <table>
        <thead>
          <tr>
            <th>{label(table?.fields.find(({ field_name }) => field_name === 'key_name'))}</th>
            {told.map((field) => (
              <th key={field.uid}>{label(field)}</th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((member) => (
            <tr key={member.id}>
              <th scope="row">{label({ key_name: member.key_name, key_name_en: member.name_en })}</th>
              <Facts told={told} member={member} />
              <td>
                <Button kind="link" onClick={() => setAsked(member)}>
                  {t('roles.why')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > ROWS && (
        <nav className={css.pager} aria-label={t('todo.pages')}>
          <Button icon="left" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('todo.previous')}
          </Button>
          <Button disabled={page * ROWS >= total} onClick={() => setPage(page + 1)}>
            {t('todo.next')}
          </Button>
        </nav>
      )}
      {asked && <Why person={asked} groups={it.groups} onClose={() => setAsked(null)} />}
    </div>
  );
}

function Facts({ told, member }: { told: readonly FieldDef[]; member: Member }) {
  const { locale } = useText();
  return told.map((field) => {
    const { Read } = widgetOf(field);
    return (
      <td key={field.uid}>
        <Read field={field} value={member[field.field_name]} locale={locale} place="list" />
      </td>
    );
  });
}
