import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { dropping } from '#web/ui/order/dropping.ts';
import { Grip } from '#web/ui/order/Grip.tsx';
import { type Draft, type Entry, isBelow, isColumn, movedBefore, setTo, shownAs } from './draft.ts';
import css from './LayoutPanel.module.css';
import type { Layer } from './use-layer.ts';

const KIND = 'application/x-formwork-field';

/** Columns in their order, then the fields that are none; those whose name is looked for. */
export function Columns({ layer, found }: { layer: Layer; found: Draft }) {
  const { t, label } = useText();
  const [told, tell] = useState('');
  const shown = layer.draft.filter(isColumn);
  const hidden = (entry: Entry) => !entry.list && !isBelow(entry);
  const parts = [found.filter(isColumn), found.filter(isBelow), found.filter(hidden)] as const;
  const step = (entry: Entry, by: number) => {
    const at = shown.indexOf(entry) + by;
    if (at < 0 || at >= shown.length) return;
    layer.change((draft) => movedBefore(draft, entry.field.uid, shown[by < 0 ? at : at + 1]?.field.uid ?? null));
    tell(t('layout.movedTo', { name: label(entry.field), at: at + 1 }));
  };
  return (
    <>
      <p className="sr" role="status">
        {told}
      </p>
      {parts[0].length > 0 && (
        <h3 className={css.part}>
          {t('layout.shownN', { n: shown.length })}
          <span>{t('layout.width')}</span>
        </h3>
      )}
      <ul>
        {parts[0].map((entry) => (
          <Shown key={entry.field.uid} entry={entry} layer={layer} step={(by) => step(entry, by)} />
        ))}
      </ul>
      {parts[1].length > 0 && <h3 className={css.part}>{t('layout.below')}</h3>}
      <Ticks entries={parts[1]} layer={layer} />
      {parts[2].length > 0 && <h3 className={css.part}>{t('layout.hiddenN', { n: layer.draft.filter(hidden).length })}</h3>}
      <Ticks entries={parts[2]} layer={layer} />
    </>
  );
}

/** Fields of which is said only whether they are shown. */
function Ticks({ entries, layer }: { entries: Draft; layer: Layer }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.field.uid} className={css.field}>
          <span />
          <Tick entry={entry} layer={layer} />
        </li>
      ))}
    </ul>
  );
}

function Tick({ entry: { field, list }, layer }: { entry: Entry; layer: Layer }) {
  const { t, label } = useText();
  return (
    <>
      <Check
        label={t('layout.show', { name: label(field) })}
        checked={list}
        onChange={() => layer.change((draft) => shownAs(draft, field.uid, !list))}
      />
      <span className="ellipsis" title={label(field)}>
        {label(field)}
      </span>
    </>
  );
}

function Shown({ entry, layer, step }: { entry: Entry; layer: Layer; step: (by: number) => void }) {
  const { t, label } = useText();
  const { field, frozen, width } = entry;
  const name = label(field);
  const set = (change: Partial<Entry>) => layer.change((draft) => setTo(draft, field.uid, change));
  return (
    <li className={css.field} {...dropping(KIND, field.uid, (moved) => layer.change((draft) => movedBefore(draft, moved, field.uid)))}>
      <Grip label={t('layout.move', { name })} step={step} />
      <Tick entry={entry} layer={layer} />
      <IconButton
        icon="lock"
        size="small"
        className={frozen ? css.frozen : css.free}
        pressed={frozen}
        label={t(frozen ? 'layout.unfreeze' : 'layout.freeze', { name })}
        onClick={() => set({ frozen: !frozen })}
      />
      <input
        className={css.width}
        inputMode="numeric"
        aria-label={t('layout.widthOf', { name })}
        placeholder={t('layout.auto')}
        value={width === null || Number.isNaN(width) ? '' : String(width)}
        onChange={({ target }) => set({ width: widthIn(target.value) })}
      />
    </li>
  );
}

/** Digits alone, as a number; nothing is automatic. */
function widthIn(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 5);
  return digits === '' ? null : Number(digits);
}
