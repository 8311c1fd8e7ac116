import { Acting } from '#web/entry/Acting.tsx';
import { wallNow } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { stepsOf } from '../form/control/use-duties.ts';
import { AS } from './AccountParts.tsx';
import css from './Held.module.css';
import type { Account } from './use-account.ts';
import { type HeldRow, type Held as HeldRows, titleOf } from './use-held.ts';

interface HeldProps {
  account: Account;
  held: HeldRows;
  onHandOver(): void;
}

/** What somebody holds, record by record, to be handed on; and what goes by other ways: his applications, and the departments that he heads. */
export function Held({ account: { holds }, held, onHandOver }: HeldProps) {
  const { t } = useText();
  const { rows, total, movable, chosen, error, outdated, query } = held;
  const again = () => void query.refetch();
  const late = useLate(query.isPending);
  const isEmpty = total === 0 && holds.cases === 0 && holds.departments.length === 0 && holds.offices.length === 0;
  return (
    <section className={css.held}>
      <header>
        <h2>{t('people.holds')}</h2>
        {movable.length > 0 && (
          <Acting>
            <Button size="medium" icon="users" onClick={onHandOver}>
              {chosen.length > 0 ? t('people.handChosen', { n: chosen.length }) : t('people.handAll', { n: movable.length })}
            </Button>
          </Acting>
        )}
      </header>
      {error ? <ErrorState why={error.remark} onRetry={again} /> : <Outdated why={outdated?.remark} onRetry={again} />}
      {isEmpty && !error && query.data && <p className={css.quiet}>{t('people.holdsNone')}</p>}
      {late && <SkeletonLines lines={4} />}
      {rows.length > 0 && <Rows held={held} />}
      <Turns held={held} />
      {!query.isPending && <Others holds={holds} />}
    </section>
  );
}

function Rows({ held: { rows, movable, chosen, pick } }: { held: HeldRows }) {
  const { t } = useText();
  const all = movable.map(({ id }) => id);
  return (
    <table>
      <thead>
        <tr>
          <th>
            {movable.length > 0 && (
              <Pick
                label={t('people.pickAll')}
                checked={chosen.length === movable.length}
                some={chosen.length > 0 && chosen.length < movable.length}
                onPick={(on) => pick(all, on)}
              />
            )}
          </th>
          <th>{t('people.record')}</th>
          <th className={css.wide}>{t('people.table')}</th>
          <th className={css.wide}>{t('people.step')}</th>
          <th>{t('people.since')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} checked={chosen.includes(row)} onPick={(on) => pick([row.id], on)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, checked, onPick }: { row: HeldRow; checked: boolean; onPick(on: boolean): void }) {
  const { t, label } = useText();
  const title = titleOf(row, { t, label });
  const [table, step] = [label(row.table), label(row.step)];
  return (
    <tr>
      <td>{row.own === 0 && <Pick label={t('people.pick', { name: title })} checked={checked} onPick={onPick} />}</td>
      <td>
        {row.record.unauthorized ? (
          <span className={css.quiet}>{title}</span>
        ) : (
          <Button kind="link" className={css.link} onClick={() => openRecord(row.cloud, row.record)}>
            {title}
          </Button>
        )}
        <small className={css.narrow}>{[table, step].join(' · ')}</small>
        {row.own === 1 && <small>{t('people.ownDraft')}</small>}
      </td>
      <td className={css.wide}>{table}</td>
      <td className={css.wide}>{step}</td>
      <td>
        <time>{shortTime(wallNow(Date.parse(row.since)))}</time>
      </td>
    </tr>
  );
}

/** A box with room around it for a thumb. */
function Pick({ onPick, ...rest }: { label: string; checked: boolean; some?: boolean; onPick(on: boolean): void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box in it is one, and says its name by itself
    <label className={css.pick}>
      <Check {...rest} onChange={(event) => onPick(event.target.checked)} />
    </label>
  );
}

function Turns({ held: { page, pages, turn, total } }: { held: HeldRows }) {
  const { t } = useText();
  if (pages < 2) return null;
  return (
    <p className={css.turns}>
      <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
        {t('people.before')}
      </Button>
      <span>{t('people.pageOf', { page, pages, total })}</span>
      <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
        {t('people.after')}
      </Button>
    </p>
  );
}

/** Applications go on by themselves; departments are changed where they stand; an office that he alone has is given to somebody else. */
function Others({ holds: { cases, departments, offices } }: Pick<Account, 'holds'>) {
  const texts = useText();
  const { t, label } = texts;
  if (cases === 0 && departments.length === 0 && offices.length === 0) return null;
  return (
    <ul>
      {cases > 0 && <li>{t('people.cases', { n: cases })}</li>}
      {departments.map((one) => (
        <li key={`${one.as} ${one.id}`}>
          <Button kind="link" className={css.link} onClick={() => openRecord('department', one)}>
            {t(AS[one.as], { name: label(one) })}
          </Button>
        </li>
      ))}
      {offices.map((one) => (
        <li key={`${one.kind} ${one.id}`}>{t('people.office', { office: label(one), steps: stepsOf(texts, one) })}</li>
      ))}
    </ul>
  );
}

const openRecord = (cloud: string, { id, key_name, key_name_en }: { id: number; key_name?: string; key_name_en?: string }) =>
  nav.open({ cloud, op: 'Show', id }, dataLabel(key_name ?? '', key_name_en));
