import { type ReactNode, useId, useMemo } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { OPINION_BELOW } from '#protocol/rules/event.ts';
import { entitiesWidget } from '#web/fields/entity.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Lines } from '#web/ui/Lines.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { AttachButton, AttachList } from '../handling/Attached.tsx';
import { Phrases } from '../handling/Phrases.tsx';
import css from './ActLines.module.css';
import { type BesideAct, MOST_PEOPLE } from './acts.ts';
import type { Acting, ActOn } from './use-act.ts';

const EditPeople = entitiesWidget.Edit!;

/** Everybody of the company, as everybody finds them; the picker opens with this name. */
const peopleOf = (name: string, placeholder: string) =>
  ({
    ...{ uid: 'beside.whom', field_name: 'reviewers', key_name: name, key_name_en: name, placeholder, placeholder_en: placeholder },
    ...{ data_type: 'entities', source: 'user[contact]', max: String(MOST_PEOPLE) },
  }) as FieldDef;

const NO_VALUES = () => ({});

/** Whom: by name, or in the picker of people; in the order in which they were chosen. */
export function Whom({ op, it, on }: { op: 'Relay' | 'AddSign' | 'Assign' | 'Copy'; it: Acting; on: ActOn }) {
  const { t, locale } = useText();
  const id = useId();
  const name = t(`beside.${op}Whom`);
  const hint = t('beside.pickHint');
  const field = useMemo(() => peopleOf(name, hint), [name, hint]);
  const { people: wrong } = it.wrong;
  return (
    <Line id={id} name={name} wrong={wrong} must note={t('beside.chosenOf', { n: it.people.length, most: MOST_PEOPLE })}>
      <EditPeople
        id={id}
        field={field}
        value={it.said.people}
        onChange={(people) => it.write({ people: people as Acting['said']['people'] })}
        onBlur={() => undefined}
        locale={locale}
        required
        invalid={wrong !== undefined}
        describedBy={`${id}-wrong`}
        values={NO_VALUES}
        cloud={on.cloud}
        rowid={on.id}
      />
    </Line>
  );
}

/** What is said: the question, the reason. */
export function Words({ op, it, phrases = [] }: { op: BesideAct; it: Acting; phrases?: readonly string[] }) {
  const { t } = useText();
  const id = useId();
  const { remark } = it.said;
  const { remark: wrong } = it.wrong;
  const write = (words: string) => it.write({ remark: words });
  return (
    <Line id={id} name={t(`beside.${op}Words`)} wrong={wrong} must={op !== 'Urge'} note={`${[...remark].length} / ${OPINION_BELOW}`}>
      <Lines
        id={id}
        size="large"
        least={3}
        most={8}
        value={remark}
        aria-required={op !== 'Urge'}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-wrong`}
        status={wrong === undefined ? '' : 'error'}
        onChange={(event) => write(event.target.value)}
      />
      {phrases.length > 0 && (
        <span className={css.phrases}>
          <Phrases phrases={phrases} value={remark} onChange={write} />
        </span>
      )}
    </Line>
  );
}

/** Where the added sign, with one sentence that says what follows. */
export function Place({ it }: { it: Acting }) {
  const { t } = useText();
  const { place } = it.said;
  return (
    <div className={css.place}>
      <Segments
        label={t('beside.place')}
        active={place}
        items={(['before', 'with', 'after'] as const).map((key) => ({ key, label: t(`beside.${key}`) }))}
        onChange={(key) => it.write({ place: key })}
      />
      <span aria-live="polite">{t(`beside.${place}Line`)}</span>
    </div>
  );
}

export function Files({ it: { attachments } }: { it: Acting }) {
  return (
    <div className={css.files}>
      <AttachButton it={attachments} />
      <AttachList it={attachments} />
    </div>
  );
}

interface LineProps {
  id: string;
  name: string;
  wrong: string | undefined;
  must: boolean;
  /** at its right end */
  note: string;
  children: ReactNode;
}

function Line({ id, name, wrong, must, note, children }: LineProps) {
  return (
    <div className={css.line}>
      <div className={css.head}>
        <label htmlFor={id}>
          {name}
          {must && (
            <span className={css.must} aria-hidden="true">
              *
            </span>
          )}
        </label>
        <small>{note}</small>
      </div>
      {children}
      <div className={css.wrong} id={`${id}-wrong`} role="alert">
        {wrong}
      </div>
    </div>
  );
}
