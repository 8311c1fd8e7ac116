import { useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { Acting } from '#web/entry/Acting.tsx';
import { useFieldHost } from '#web/fields/host.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { cellValue } from '#web/fields/shown.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { useFollowRights } from '../use-follow.ts';
import css from './Members.module.css';
import { MembersDialog } from './MembersDialog.tsx';
import type { Member, Way } from './use-members.ts';
import type { RolesController } from './use-roles.ts';
import { Why } from './Why.tsx';

type Row = WireRow & { key_name: string; name_en?: string };
const ROWS = 50;
/** What is told of each, as far as the reader may see it. */
const TOLD = ['department_entity', 'title'];

/** Who has the role, as far as the reader sees users; whoever may change people gives it to others here, and takes it from some. */
export function Members({ it }: { it: RolesController }) {
  const { t } = useText();
  const { table } = useTable('user');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Row | null>(null);
  const [ticked, setTicked] = useState<ReadonlyMap<number, Member>>(NOBODY);
  const [moving, setMoving] = useState<{ people: readonly Member[]; way: Way } | null>(null);
  const { id } = it.role!;
  const filters = { fields: { role_entities: `,${id},` } };
  const query = useOp(
    ops.page,
    { cloud: 'user', page, rows: ROWS, filters, fields: ['key_name', 'name_en', ...TOLD].join() },
    { fresh: 0, keepPrevious: () => true },
  );
  useFollowRights(query.refetch);
  const late = useLate(query.isPending);
  const { error, outdated } = failureOf(query);
  const rows = (query.data?.rows ?? []) as Row[];
  const may = mayChange(table);
  const close = () => {
    setMoving(null);
    setTicked(NOBODY);
  };
  if (error) return <ErrorState why={error.remark} onRetry={() => void query.refetch()} />;
  if (query.isPending) return late ? <SkeletonRows rows={6} columns={[160, 200, 0]} /> : null;
  return (
    <>
      {may && <Moving ticked={[...ticked.values()]} onMove={(people, way) => setMoving({ people, way })} />}
      <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
      {rows.length === 0 ? (
        <EmptyState title={t('roles.noMembers')} why={t(may ? 'roles.noMembersAdd' : 'roles.noMembersWhy')} />
      ) : (
        <div className={css.members}>
          <People {...{ table, rows }} ticks={may ? { ticked, setTicked } : null} onWhy={setAsked} />
          <Pager page={page} total={query.data?.total ?? 0} onTurn={setPage} />
        </div>
      )}
      {asked && <Why person={asked} groups={it.groups} onClose={() => setAsked(null)} />}
      {moving && <MembersDialog it={it} {...moving} onClose={close} />}
    </>
  );
}

const NOBODY: ReadonlyMap<number, Member> = new Map();

/** Whether the reader may change which roles some people have; each save asks it again, of each. */
const mayChange = (table: LoadedTable | undefined): boolean =>
  table?.states.some(({ actions }) => actions?.some(({ op }) => op === 'Modify')) === true &&
  table.fields.some(({ field_name }) => field_name === 'role_entities') &&
  !table.locked?.Modify?.includes('role_entities');

/** Adds people whom a picker offers; takes the role from those who are ticked. */
function Moving({ ticked, onMove }: { ticked: readonly Member[]; onMove: (people: readonly Member[], way: Way) => void }) {
  const { t } = useText();
  const { pick } = useFieldHost();
  const button = useRef<HTMLButtonElement>(null);
  const name = t('roles.addMembers');
  const add = async () => {
    const chosen = await pick?.({ ...PEOPLE, key_name: name, key_name_en: name }, true, [], {});
    const people = (chosen ?? []).map(({ id, key_name, key_name_en }) => ({
      id,
      key_name: key_name ?? '',
      key_name_en: key_name_en ?? '',
    }));
    // where the keyboard stood: the next dialog gives it back there
    button.current?.focus();
    if (people.length > 0) onMove(people, 'add');
  };
  return (
    <div className={css.bar}>
      <Acting>
        <Button ref={button} icon="add" onClick={() => void add()}>
          {name}
        </Button>
        {ticked.length > 0 && (
          <Button kind="danger" onClick={() => onMove(ticked, 'remove')}>
            {t('roles.takeN', { n: ticked.length })}
          </Button>
        )}
      </Acting>
    </div>
  );
}

const PEOPLE = { uid: 'roles.members', field_name: 'members', data_type: 'entities', source: 'user' } as const;

interface PeopleProps {
  table: LoadedTable | undefined;
  rows: readonly Row[];
  ticks: { ticked: ReadonlyMap<number, Member>; setTicked(next: ReadonlyMap<number, Member>): void } | null;
  onWhy(of: Row): void;
}

const asMember = ({ id, key_name, name_en }: Row): Member => ({ id, key_name, key_name_en: name_en ?? '' });

function People({ table, rows, ticks, onWhy }: PeopleProps) {
  const { t, label } = useText();
  const told = (table?.fields ?? []).filter(({ field_name }) => TOLD.includes(field_name));
  const has = rows.filter(({ id }) => ticks?.ticked.has(id)).length;
  const tick = (some: readonly Row[], on: boolean) => {
    const next = new Map(ticks!.ticked);
    for (const row of some)
      if (on) next.set(row.id, asMember(row));
      else next.delete(row.id);
    ticks!.setTicked(next);
  };
  return (
    <table>
      <thead>
        <tr>
          {ticks && (
            <td className={css.tick}>
              <Check
                label={t('roles.tickAll')}
                checked={has === rows.length}
                some={has > 0 && has < rows.length}
                onChange={() => tick(rows, has < rows.length)}
              />
            </td>
          )}
          <th scope="col">{label(table?.fields.find(({ field_name }) => field_name === 'key_name'))}</th>
          {told.map((field) => (
            <th key={field.uid} scope="col">
              {label(field)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {ticks && (
              <td className={css.tick}>
                <Check
                  label={t('roles.tick', { name: label(asMember(row)) })}
                  checked={ticks.ticked.has(row.id)}
                  onChange={() => tick([row], !ticks.ticked.has(row.id))}
                />
              </td>
            )}
            <th scope="row">{label(asMember(row))}</th>
            <Facts told={told} member={row} />
            <td>
              <Button kind="link" onClick={() => onWhy(row)}>
                {t('roles.why')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pager({ page, total, onTurn }: { page: number; total: number; onTurn: (page: number) => void }) {
  const { t } = useText();
  if (total <= ROWS) return null;
  return (
    <nav className={css.pager} aria-label={t('todo.pages')}>
      <Button icon="left" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('todo.previous')}
      </Button>
      <Button disabled={page * ROWS >= total} onClick={() => onTurn(page + 1)}>
        {t('todo.next')}
      </Button>
    </nav>
  );
}

function Facts({ told, member }: { told: readonly FieldDef[]; member: Row }) {
  const { locale, label } = useText();
  return told.map((field) => {
    const { Read } = widgetOf(field);
    return (
      <td key={field.uid}>
        <Read field={field} value={cellValue(field, member, label)} locale={locale} place="list" />
      </td>
    );
  });
}
