import { useEffect, useRef, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { useFieldHost } from '#web/fields/host.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Select } from '#web/ui/controls.ts';
import { signersOf } from './chosen.ts';
import css from './flow.module.css';
import type { Next } from './next.ts';

interface SignerPickerProps {
  next: Next;
  chosen: readonly number[] | null;
  choose(ids: readonly number[]): void;
}

/** Who signs next, as far as the event lets the sender say: those who must stay cannot be taken out, others are found by name. */
export function SignerPicker({ next, chosen, choose }: SignerPickerProps) {
  const { t, label, listed } = useText();
  const { people, add } = next;
  const ids = signersOf(next, chosen);
  const { found, ask } = usePeople(add);
  const known = [...people, ...found.filter((each) => !people.some((one) => one.id === each.id) && !next.barred.includes(each.id))];
  const named = useNames(ids.filter((id) => !known.some((each) => each.id === id)));
  const beside = ids.filter((id) => !people.some((each) => each.id === id)).length;
  const n = ids.length - beside;
  return (
    <>
      <Select
        className={css.picker}
        mode="multiple"
        allowClear={people.every((each) => !each.must)}
        aria-label={t('flow.nextHandlers')}
        placeholder={t('flow.handlerNeeded')}
        maxTagCount="responsive"
        maxTagPlaceholder={(left) => <span title={listed(left.map((each) => String(each.label)))}>+{left.length}</span>}
        showSearch={add ? { filterOption: false, onSearch: (typed) => ask(typed, 200) } : { optionFilterProp: 'label' }}
        value={[...ids]}
        options={[...known, ...named].map((each) => ({
          value: each.id,
          label: label(each),
          disabled: people.some((one) => one.id === each.id && one.must),
        }))}
        notFoundContent={t('fields.nothingFound')}
        onOpenChange={(open) => open && ask('', 0)}
        onChange={(picked: number[]) => choose(picked)}
      />
      <span className={css.tally}>
        {t(next.countersign ? 'flow.signers' : 'flow.picked', { n, of: people.length })}
        {beside > 0 && t('flow.beside', { n: beside })}
      </span>
    </>
  );
}

const PERSON = { field_name: 'signers', data_type: 'entities', source: 'user' } as FieldDef;

/** People by name; an older answer never replaces a newer one. */
function usePeople(add: boolean) {
  const host = useFieldHost();
  const [found, setFound] = useState<EntityValue[]>([]);
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (keyword: string, wait: number) => {
    if (!add) return;
    const mine = ++turn.current;
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const rows = await host.search(PERSON, keyword, {}).catch(() => []);
      if (mine === turn.current) setFound(rows);
    }, wait);
  };
  return { found, ask };
}

/** Names of people who were chosen before this page was opened. */
function useNames(ids: readonly number[]): EntityValue[] {
  const filters = { fields: { id: { op: 'in' as const, value: [...ids] } } };
  const { data } = useOp(ops.list, { cloud: 'user', fields: 'key_name', filters }, { enabled: ids.length > 0 });
  return ids.length ? ((data?.rows ?? []) as unknown as EntityValue[]).filter((each) => ids.includes(each.id)) : [];
}
