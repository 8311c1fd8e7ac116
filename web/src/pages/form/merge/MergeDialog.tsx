import { useId, useState } from 'react';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { MERGE_EN, MERGE_ZH } from '#web/i18n/parts/records/merge.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import type { FormPage } from '../control/use-form-page.ts';
import type { Merging } from '../control/use-ways-out.ts';
import { Value } from '../rail/HistoryValue.tsx';
import { isSame, type Values } from '../state/form-state.ts';
import type { Clash } from './clashes.ts';
import css from './MergeDialog.module.css';

addTexts(MERGE_ZH, MERGE_EN);

interface MergeDialogProps {
  merging: Merging;
  page: FormPage;
  /** what is given up of what is typed here */
  onMerge(given: readonly Clash[]): void;
  onClose(): void;
}

/** What two people changed at the same places, beside each other: of each place one of the two is taken, one's own where nothing is chosen. */
export function MergeDialog({ merging, page, onMerge, onClose }: MergeDialogProps) {
  const { t, label } = useText();
  const { clashes, mine, theirs } = merging;
  const [given, setGiven] = useState<ReadonlySet<string>>(() => new Set());
  const who = label(page.stale?.who ?? undefined) || t('merge.somebody');
  const isOwn = page.stale?.who?.id === page.filler.user.id;
  const theirWords = isOwn ? t('merge.own') : t('merge.theirs', { who });
  const take = (place: string, isTheirs: boolean) =>
    setGiven((now) => (isTheirs ? new Set(now).add(place) : new Set([...now].filter((each) => each !== place))));
  return (
    <Dialog
      open
      width={760}
      title={t(isOwn ? 'merge.titleOwn' : 'merge.title', { n: clashes.length })}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="medium" kind="primary" onClick={() => onMerge(clashes.filter(({ place }) => given.has(place)))}>
            {t('merge.ok')}
          </Button>
        </>
      }
    >
      <Amounts of={page.currency}>
        <p className={css.what}>{t(isOwn ? 'merge.whatOwn' : 'merge.what', { who, mine, theirs })}</p>
        <div className={css.all}>
          <Button kind="link" onClick={() => setGiven(new Set())}>
            {t('merge.allMine')}
          </Button>
          <Button kind="link" onClick={() => setGiven(new Set(clashes.map(({ place }) => place)))}>
            {isOwn ? t('merge.allOwn') : t('merge.allTheirs', { who })}
          </Button>
        </div>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('merge.field')}</th>
              <th scope="col">{t('merge.mine')}</th>
              <th scope="col">{theirWords}</th>
            </tr>
          </thead>
          <tbody>
            {clashes.map((clash) => (
              <Line
                key={clash.place}
                clash={clash}
                isTheirs={given.has(clash.place)}
                take={(is) => take(clash.place, is)}
                theirWords={theirWords}
              />
            ))}
          </tbody>
        </table>
      </Amounts>
    </Dialog>
  );
}

interface LineProps {
  clash: Clash;
  isTheirs: boolean;
  take(isTheirs: boolean): void;
  /** what the other side is called */
  theirWords: string;
}

function Line({ clash, isTheirs, take, theirWords }: LineProps) {
  const { t, label } = useText();
  const { measured } = useUnits();
  const id = useId();
  const { field, sub, nth } = clash;
  const row = sub ? t('merge.row', { name: label(sub.def), n: nth ?? 0 }) : '';
  const name = [row, field ? measured(field) : ''].filter(Boolean).join(' · ');
  const sides = [
    ['mine', t('merge.mine'), !isTheirs],
    ['theirs', theirWords, isTheirs],
  ] as const;
  return (
    <tr data-place={clash.place}>
      <th scope="row" id={id}>
        {name}
      </th>
      {sides.map(([side, words, isTaken]) => (
        <td key={side} data-taken={isTaken || undefined}>
          <label className={css.side}>
            <input
              type="radio"
              name={id}
              checked={isTaken}
              onChange={() => take(side === 'theirs')}
              aria-label={t('merge.side', { name, side: words })}
            />
            <span className={css.value}>
              <Side clash={clash} side={side} />
            </span>
          </label>
        </td>
      ))}
    </tr>
  );
}

/** A value of one of the two; of a row that one of them took out, that, or what stands in it. */
function Side({ clash: { field, gone, sub, ...of }, side }: { clash: Clash; side: 'mine' | 'theirs' }) {
  const { t } = useText();
  const value = of[side];
  if (field) return isSame(value, null) ? <span className={css.quiet}>{t('form.empty')}</span> : <Value field={field} value={value} />;
  if (gone === side) return <span className={css.quiet}>{t('merge.rowGone')}</span>;
  const shown = (sub?.table.fields ?? []).filter(({ field_name, hidden }) => hidden !== 1 && !isSame((value as Values)[field_name], null));
  return (
    <span className={css.facts}>
      {shown.slice(0, 4).map((each) => (
        <Value key={each.uid} field={each} value={(value as Values)[each.field_name]} />
      ))}
    </span>
  );
}
