import { Fragment, type KeyboardEvent, useState } from 'react';
import { groupedBy } from '#protocol/meta/grouped.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import {
  columnsOf,
  type Draft,
  type Given,
  giveable,
  givenOf,
  nowOf,
  type RoleGroup,
  type RoleItem,
  withGroup,
  withItems,
} from './draft.ts';
import { type At, entranceOf, offered } from './entrance.ts';
import css from './Matrix.module.css';
import { ItemRange, Range } from './Range.tsx';
import type { RolesController } from './use-roles.ts';

export interface GridProps {
  it: RolesController;
  /** those that are shown, suite by suite */
  groups: readonly RoleGroup[];
  onRules: (code: string) => void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Tables by what can be done with them. One box of all is in the tab order; arrows go on from it, Space ticks, and an arrow with Shift gives
 * the next box what this one has.
 */
export function Matrix({ it, groups, onRules }: GridProps) {
  const { t, label } = useText();
  const [left, setAt] = useState<At>({ row: 1, column: 0 });
  const columns = columnsOf(it.groups);
  const suites = [...groupedBy(groups, ({ suite }) => suite).values()];
  const at = entranceOf(suites, columns, left);
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = ARROWS[event.key];
    const from = event.target as HTMLInputElement;
    if (!step || from.type !== 'checkbox') return;
    event.preventDefault();
    const next = boxBeyond(event.currentTarget, from, step);
    if (!next) return;
    next.focus();
    if (event.shiftKey && next.checked !== from.checked) next.click();
  };
  let row = 0;
  return (
    <table className={css.matrix} onKeyDown={move}>
      <thead>
        <tr>
          <th className={css.name}>{t('roles.table')}</th>
          <th className={css.range}>{t('roles.range')}</th>
          {columns.map((item) => (
            <th key={item.code} className={cellOf(item)}>
              {label(item, 'name')}
            </th>
          ))}
          <th className={css.rules}>{t('roles.rules')}</th>
        </tr>
      </thead>
      <tbody>
        {suites.map((some) => (
          <Fragment key={some[0]!.suite}>
            <SuiteRow it={it} groups={some} columns={columns} row={row++} at={at} onAt={setAt} />
            {some.map((group) => (
              <GroupRow key={group.code} it={it} group={group} columns={columns} row={row++} at={at} onAt={setAt} onRules={onRules} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** A column whose boxes may have a range beside them. */
const cellOf = ({ type }: Pick<RoleItem, 'type'>): string => (type === 1 ? css.ranged! : '');

/** The next box that way, over places where none stands. */
function boxBeyond(table: HTMLElement, from: HTMLElement, [down, right]: readonly [number, number]): HTMLInputElement | null {
  const cell = from.closest('td, th') as HTMLTableCellElement;
  const rows = [...table.querySelectorAll('tbody tr')];
  let [row, column] = [rows.indexOf(cell.parentElement!), cell.cellIndex];
  for (;;) {
    [row, column] = [row + down, column + right];
    const next = rows[row]?.children[column];
    if (!next) return null;
    const box = next.querySelector<HTMLInputElement>('input[type=checkbox]:not(:disabled)');
    if (box) return box;
  }
}

interface RowProps {
  it: RolesController;
  columns: RoleGroup['items'];
  row: number;
  at: At;
  onAt: (at: At) => void;
}

const ticked = (draft: Draft, groups: readonly RoleGroup[], codes: readonly string[], on: boolean): Draft =>
  groups.reduce((next, group) => withGroup(next, group, withItems(group, nowOf(group, next), codes, on)), draft);

function SuiteRow({ it, groups, columns, row, at, onAt }: RowProps & { groups: readonly RoleGroup[] }) {
  const { t, label } = useText();
  return (
    <tr className={css.suite}>
      <th scope="rowgroup" colSpan={1}>
        {label(groups[0], 'suite_name')}
      </th>
      <td />
      {columns.map((item, column) => {
        const some = offered(groups, item.code);
        if (some.length < 2) return <td key={item.code} className={cellOf(item)} />;
        const has = some.filter((group) => nowOf(group, it.draft).items.includes(item.code)).length;
        return (
          <td key={item.code} className={cellOf(item)}>
            <Check
              label={t('roles.columnOf', { suite: label(groups[0], 'suite_name'), item: label(item, 'name') })}
              checked={has === some.length}
              some={has > 0 && has < some.length}
              disabled={it.role!.own === 1}
              tabIndex={at.row === row && at.column === column + 1 ? 0 : -1}
              onFocus={() => onAt({ row, column: column + 1 })}
              onChange={() => it.change(ticked(it.draft, some, [item.code], has < some.length))}
            />
          </td>
        );
      })}
      <td />
    </tr>
  );
}

function GroupRow({ it, group, columns, row, at, onAt, onRules }: RowProps & { group: RoleGroup; onRules: (code: string) => void }) {
  const { t, label } = useText();
  const [was, now] = [givenOf(group), nowOf(group, it.draft)];
  const name = label(group, 'name');
  const own = it.role!.own === 1;
  const place = (column: number) => ({
    disabled: own,
    tabIndex: at.row === row && at.column === column ? 0 : -1,
    onFocus: () => onAt({ row, column }),
  });
  const isSame = (code: string) => now.items.includes(code) === was.items.includes(code) && now.ranges[code] === was.ranges[code];
  const change = (codes: readonly string[], on: boolean) => it.change(ticked(it.draft, [group], codes, on));
  return (
    <tr>
      <th scope="row">
        <span className={css.title}>
          <Everything group={group} now={now} {...place(0)} onChange={change} />
          {name}
        </span>
      </th>
      <td className={isRanged(was, now) ? css.changed : undefined}>
        <Range it={it} group={group} />
      </td>
      {columns.map(({ code }, column) => {
        const item = group.items.find((one) => one.code === code);
        const cell = cellOf(columns[column]!);
        if (!item || item.everyone)
          return (
            <td key={code} className={item ? `${cell} ${css.everyone}` : cell}>
              {item ? t('roles.everyone') : <Nothing />}
            </td>
          );
        const { tabIndex, ...rest } = place(column + 1);
        const on = now.items.includes(code);
        return (
          <td key={code} className={isSame(code) ? cell : `${cell} ${css.changed}`}>
            <Check
              {...rest}
              tabIndex={tabIndex}
              label={t('roles.itemOf', { name, item: label(item, 'name') })}
              checked={on}
              onChange={() => change([code], !on)}
            />
            <span className={css.beside}>
              <ItemRange it={it} group={group} item={item} tabIndex={tabIndex} />
            </span>
          </td>
        );
      })}
      <td className={JSON.stringify(was.rules) === JSON.stringify(now.rules) ? css.rules : `${css.rules} ${css.changed}`}>
        <RulesLink group={group} given={now} onRules={onRules} />
      </td>
    </tr>
  );
}

interface EverythingProps {
  group: RoleGroup;
  now: Given;
  disabled: boolean;
  tabIndex: number;
  onFocus(): void;
  onChange(codes: readonly string[], on: boolean): void;
}

/** The box of all acts of a group that a role can be given. */
function Everything({ group, now, onChange, ...place }: EverythingProps) {
  const { t, label } = useText();
  const all = giveable(group).map(({ code }) => code);
  if (all.length === 0) return <i className={css.blank} aria-hidden="true" />;
  const has = all.filter((code) => now.items.includes(code)).length;
  return (
    <Check
      {...place}
      label={t('roles.everything', { name: label(group, 'name') })}
      checked={has === all.length}
      some={has > 0 && has < all.length}
      onChange={() => onChange(all, has < all.length)}
    />
  );
}

const isRanged = (was: Given, now: Given): boolean => was.range !== now.range && was.items.length > 0 && now.items.length > 0;

/** How many fields a group's rules keep the role from, and the way to them. */
export function RulesLink({ group, given, onRules }: { group: RoleGroup; given: Given; onRules: (code: string) => void }) {
  const { t, label } = useText();
  if (given.items.length === 0) return <Nothing />;
  const n = Object.keys(given.rules).length;
  return (
    <button type="button" className={css.link} onClick={() => onRules(group.code)}>
      <span className="sr">{t('roles.rulesOpen', { name: label(group, 'name') })} </span>
      {n > 0 ? t('roles.ruleCount', { n }) : <Nothing />}
    </button>
  );
}
