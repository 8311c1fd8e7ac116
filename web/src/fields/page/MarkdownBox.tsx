import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { EditLines } from '../text.tsx';
import { asText } from '../values.ts';
import type { EditProps } from '../widget.ts';
import { Laid } from './Laid.tsx';
import css from './page.module.css';

/** Where Markdown is written, and looked at as it will be read. */
export function MarkdownBox(props: EditProps) {
  const { field, value } = props;
  const { t, label } = useText();
  const [side, setSide] = useState<'write' | 'preview'>('write');
  const text = asText(value);
  const sides = [
    { key: 'write', label: t('page.write') },
    { key: 'preview', label: t('page.preview') },
  ] as const;
  return (
    <div className={css.markdown}>
      <div className={css.sides}>
        <Segments items={sides} active={side} onChange={setSide} label={t('page.sideOf', { name: label(field) })} quiet />
        <span className={css.hint}>{t('page.markdownHint')}</span>
      </div>
      {side === 'write' ? (
        <EditLines {...props} />
      ) : (
        <section className={css.preview} aria-label={t('page.previewOf', { name: label(field) })}>
          {text.trim() === '' ? <span className={css.hint}>{t('page.nothingYet')}</span> : <Laid type={field.data_type} text={text} />}
        </section>
      )}
    </div>
  );
}
