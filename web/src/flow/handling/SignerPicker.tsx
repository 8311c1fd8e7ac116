import { useId } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { useFieldHost } from '#web/fields/host.ts';
import { Lookup } from '#web/fields/Lookup.tsx';
import type { Found } from '#web/fields/lookup.ts';
import { useNames } from '#web/fields/names.ts';
import { useText } from '#web/i18n/use-text.ts';
import { signersOf } from './chosen.ts';
import type { Next, Person } from './next.ts';
import css from './SignerPicker.module.css';

/** Whom the sender names to sign next. */
export interface Naming {
  chosen: readonly number[] | null;
  choose(ids: readonly number[]): void;
  /** a name that is typed and not chosen */
  typed: string;
  type(name: string): void;
  /** it kept the decision from being sent, or the box was left with it: why, in words */
  wrong: string | null;
  leave(): void;
}

/** Who signs next, as far as the event lets the sender say: those who must stay cannot be taken out, others are found by name. */
export function SignerPicker({ next, naming }: { next: Next; naming: Naming }) {
  const { t, listed } = useText();
  const about = useId();
  const { people } = next;
  const { chosen, choose, typed, wrong } = naming;
  const search = useSearch(next);
  const ids = signersOf(next, chosen);
  const named = useNames(
    'user',
    ids.filter((id) => !people.some((each) => each.id === id)),
  );
  const signers = ids.map((id) => [...people, ...named].find((each) => each.id === id) ?? { id });
  const beside = ids.filter((id) => !people.some((each) => each.id === id)).length;
  const n = ids.length - beside;
  return (
    <>
      <Lookup
        className={css.picker}
        multiple
        allowClear={people.every((each) => !each.must)}
        aria-label={t('flow.nextHandlers')}
        aria-describedby={wrong === null ? undefined : about}
        placeholder={t('flow.handlerNeeded')}
        maxTagCount="responsive"
        maxTagPlaceholder={(left) => <span title={listed(left.map((each) => String(each.label)))}>+{left.length}</span>}
        invalid={wrong !== null}
        chosen={signers}
        locked={({ id }) => people.some((one) => one.id === id && one.must)}
        text={typed}
        search={search}
        onText={naming.type}
        onTake={({ id }) => {
          naming.type('');
          if (!ids.includes(id)) choose([...ids, id]);
        }}
        onDrop={(gone) => choose(ids.filter((id) => id !== gone))}
        onClear={() => choose([])}
        onBlur={naming.leave}
      />
      <span className={css.tally}>
        {t(next.countersign ? 'flow.signers' : 'flow.picked', { n, of: people.length })}
        {beside > 0 && t('flow.beside', { n: beside })}
      </span>
      {wrong !== null && (
        <span className={css.unnamed} id={about} role="alert">
          {wrong}
        </span>
      )}
    </>
  );
}

const PERSON = { field_name: 'signers', data_type: 'entities', source: 'user' } as FieldDef;

/** Those whom the definition finds, by name, and where others may be named everybody. */
function useSearch({ people, add, barred }: Next) {
  const host = useFieldHost();
  return async (keyword: string): Promise<Found> => {
    const own = people.filter((each) => isCalled(each, keyword));
    if (!add) return { rows: own, isWhole: true };
    const { rows, isWhole } = await host.search(PERSON, keyword, {});
    return { rows: [...own, ...rows.filter(({ id }) => !people.some((one) => one.id === id) && !barred.includes(id))], isWhole };
  };
}

const isCalled = ({ key_name, key_name_en }: Person, keyword: string): boolean =>
  [key_name, key_name_en].some((name) => name?.toLowerCase().includes(keyword.toLowerCase()));
