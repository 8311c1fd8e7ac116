import type { OutdatedCase } from '#protocol/wire/outdated.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import css from './Cases.module.css';
import type { Migrating, Outcome } from './use-migrate.ts';

/** The cases of a page: where each is, who has it, and what becomes of it. */
export function Cases({ it }: { it: Migrating }) {
  const { t } = useText();
  const { rows, chosen, pick, told } = it;
  const free = rows.filter(({ id }) => !isDone(told.get(id)));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={css.cases} tabIndex={0} aria-label={t('migrate.record')}>
        <table>
          <thead>
            <tr>
              <th>
                <Check
                  label={t('migrate.pickAll')}
                  checked={free.length > 0 && chosen.length === free.length}
                  some={chosen.length > 0 && chosen.length < free.length}
                  onChange={(event) =>
                    pick(
                      free.map(({ id }) => id),
                      event.target.checked,
                    )
                  }
                />
              </th>
              <th>{t('migrate.record')}</th>
              <th>{t('migrate.step')}</th>
              <th>{t('migrate.becomes')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} outcome={told.get(row.id)} checked={chosen.includes(row)} onPick={(on) => pick([row.id], on)} />
            ))}
          </tbody>
        </table>
      </section>
      <Turns it={it} />
    </>
  );
}

const isDone = (outcome: Outcome | undefined): boolean => outcome !== undefined && 'done' in outcome && outcome.done;

interface RowProps {
  row: OutdatedCase;
  outcome: Outcome | undefined;
  checked: boolean;
  onPick(on: boolean): void;
}

function Row({ row, outcome, checked, onPick }: RowProps) {
  const { t, label, listed } = useText();
  const name = row.unauthorized ? t('migrate.unseen') : label(row) || `#${row.id}`;
  return (
    <tr>
      <td>
        <Check
          label={t('migrate.pick', { name })}
          checked={checked}
          disabled={isDone(outcome)}
          onChange={(event) => onPick(event.target.checked)}
        />
      </td>
      <td>
        {name}
        <small>{t('migrate.versionOf', { n: row.version })}</small>
      </td>
      <td>
        {label(row.label)}
        <small>{listed(row.who.map((one) => label(one)).filter(Boolean))}</small>
      </td>
      <td aria-live="polite">{outcome && <Told outcome={outcome} />}</td>
    </tr>
  );
}

function Told({ outcome }: { outcome: Outcome }) {
  const { t, label, listed } = useText();
  if ('why' in outcome) return <em className={css.why}>{outcome.why}</em>;
  const { step, who, stays } = outcome.to;
  const said = stays
    ? t('migrate.stays', { step: label(step) })
    : t('migrate.goes', { step: label(step), who: listed(who.map((one) => label(one))) });
  return <span className={outcome.done ? css.done : undefined}>{outcome.done ? t('migrate.moved', { said }) : said}</span>;
}

function Turns({ it: { page, pages, turn, total } }: { it: Migrating }) {
  const { t } = useText();
  if (pages < 2) return null;
  return (
    <p className={css.turns}>
      <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
        {t('migrate.before')}
      </Button>
      <span>{t('migrate.pageOf', { page, pages, total })}</span>
      <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
        {t('migrate.after')}
      </Button>
    </p>
  );
}
