import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { type Draft, setTo } from './draft.ts';
import css from './LayoutPanel.module.css';
import type { Layer } from './use-layer.ts';

/** By which fields the search view filters. */
export function Filters({ layer, found }: { layer: Layer; found: Draft }) {
  const { t, label } = useText();
  const seeking = found.filter(({ seeks }) => seeks);
  if (seeking.length === 0) return null;
  return (
    <>
      <h3 className={css.part}>{t('layout.soughtN')}</h3>
      <ul>
        {seeking.map(({ field, search }) => (
          <li key={field.uid} className={css.field}>
            <span />
            <Check
              label={t('layout.seek', { name: label(field) })}
              checked={search}
              onChange={() => layer.change((draft) => setTo(draft, field.uid, { search: !search }))}
            />
            <span className="ellipsis" title={label(field)}>
              {label(field)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
