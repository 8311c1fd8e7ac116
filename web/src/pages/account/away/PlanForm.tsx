// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { type ReactNode, useId, useMemo } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox, Input } from '#web/ui/controls.ts';
import { MUST } from '../../form/content/Must.tsx';
import css from './Away.module.css';
import type { Plan, useAway } from './use-away.ts';

const NO_VALUES = () => ({});

const fieldOf = (name: string, rest: Partial<FieldDef>): FieldDef =>
  ({ uid: `away.${rest.field_name}`, key_name: name, key_name_en: name, ...rest }) as FieldDef;

/** Whom, from when until when, for which tables, and why. */
export function PlanForm({ away }: { away: ReturnType<typeof useAway> }) {
  const { t } = useText();
  const id = useId();
  const { plan, wrong, busy, change, save } = away;
  return (
    <form
      aria-label={t('account.awayPlan')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className={css.title}>{t('account.awayPlan')}</p>
      <Asked id={id} away={away} />
      <Only away={away} />
      <Line id={`${id}remark`} name={t('account.awayRemark')} wrong={wrong.remark}>
        <Input
          id={`${id}remark`}
          maxLength={200}
          value={plan.remark}
          aria-describedby={`${id}remark-wrong`}
          onChange={({ target }) => change({ remark: target.value })}
        />
      </Line>
      {wrong.all && (
        <p className={css.wrong} role="alert">
          {wrong.all}
        </p>
      )}
      <Button size="medium" kind="primary" type="submit" busy={busy}>
        {t('account.awaySave')}
      </Button>
    </form>
  );
}

const ASKED = ['agent', 'begin', 'end'] as const;

/** What must be said. */
function Asked({ id, away: { plan, wrong, change } }: { id: string; away: ReturnType<typeof useAway> }) {
  const { t, locale } = useText();
  const names = { agent: t('account.awayAgent'), begin: t('account.awayBegin'), end: t('account.awayUntil') };
  const fields = useMemo(
    () => ({
      agent: fieldOf(names.agent, { field_name: 'agent', data_type: 'entity', source: 'user[contact]' }),
      begin: fieldOf(names.begin, { field_name: 'begin', data_type: 'date' }),
      end: fieldOf(names.end, { field_name: 'end', data_type: 'date' }),
    }),
    [names.agent, names.begin, names.end],
  );
  const rest = { locale, values: NO_VALUES, cloud: 'user', rowid: 0, required: true, onBlur: () => undefined };
  return (
    <div className={css.grid}>
      {ASKED.map((name) => {
        const Edit = widgetOf(fields[name]).Edit!;
        return (
          <Line key={name} id={`${id}${name}`} name={names[name]} wrong={wrong[name]} must>
            <Edit
              {...rest}
              id={`${id}${name}`}
              field={fields[name]}
              value={plan[name]}
              invalid={wrong[name] !== undefined}
              describedBy={`${id}${name}-wrong`}
              onChange={(value) => change({ [name]: value } as Partial<Plan>)}
            />
          </Line>
        );
      })}
    </div>
  );
}

/** To which tables it is bounded; nothing to choose where there is but one. */
function Only({ away: { plan, tables, change } }: { away: ReturnType<typeof useAway> }) {
  const { t, label } = useText();
  if (tables.length < 2) return null;
  const turn = (cloud: string, on: boolean) =>
    change({ tables: on ? [...plan.tables, cloud] : plan.tables.filter((one) => one !== cloud) });
  return (
    <fieldset className={css.tables}>
      <legend>{t('account.awayOnly')}</legend>
      {tables.map((table) => (
        <Checkbox
          key={table.cloud}
          checked={plan.tables.includes(table.cloud)}
          onChange={({ target }) => turn(table.cloud, target.checked)}
        >
          {label(table)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

interface LineProps {
  id: string;
  name: string;
  wrong: string | undefined;
  must?: boolean;
  children: ReactNode;
}

function Line({ id, name, wrong, must = false, children }: LineProps) {
  return (
    <div className={css.line}>
      <label htmlFor={id}>
        {name}
        {must && MUST}
      </label>
      {children}
      <div className={css.wrong} id={`${id}-wrong`} role="alert">
        {wrong}
      </div>
    </div>
  );
}
