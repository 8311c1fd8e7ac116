import type { TableDef } from '#protocol/meta/table.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { MINE_EN, MINE_ZH } from '#web/i18n/parts/mine.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/controls.ts';
import { waitsOn } from '../todo-item.ts';
import type { TodoController } from '../use-todo-page.ts';
import css from './Filters.module.css';

addTexts(MINE_ZH, MINE_EN);

type Kind = Pick<TableDef, 'key_name' | 'key_name_en'> & { cloud: string };

/** What narrows the list: the kind of application, whether it is urgent or late, and the order by time limit. */
export function Filters({ todo: { view, narrowing, narrow, batch } }: { todo: TodoController }) {
  const { t, label } = useText();
  const known = useOp(ops.agents, {}, { fresh: 30 * 60_000 });
  const kinds = (known.data?.data?.tables ?? []) as readonly Kind[];
  const rests = batch?.batch?.isRunning === true;
  const { kind, urgent, late, byDue } = narrowing;
  const turn = (name: string, on: boolean) => narrow({ [name]: on ? '' : name === 'by' ? 'due' : '1' });
  return (
    <fieldset className={css.filters} aria-label={t('mine.filters')}>
      {(kinds.length > 1 || kind !== '') && (
        <Select
          className={css.kind}
          aria-label={t('mine.kind')}
          disabled={rests}
          value={kind}
          onChange={(to: string) => narrow({ kind: to })}
          options={[
            { value: '', label: t('mine.kinds') },
            ...kinds.map((each) => ({ value: each.cloud, label: label(each) })),
            ...(kind && !kinds.some(({ cloud }) => cloud === kind) ? [{ value: kind, label: kind }] : []),
          ]}
        />
      )}
      {waitsOn(view) && (
        <>
          <Button aria-pressed={urgent} disabled={rests} onClick={() => turn('urgent', urgent)}>
            {t('mine.urgent')}
          </Button>
          <Button aria-pressed={late} disabled={rests} onClick={() => turn('late', late)}>
            {t('mine.late')}
          </Button>
          <Button aria-pressed={byDue} disabled={rests} icon="calendar" onClick={() => turn('by', byDue)}>
            {t('mine.byDue')}
          </Button>
        </>
      )}
    </fieldset>
  );
}
