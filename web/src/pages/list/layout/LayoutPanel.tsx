import { type KeyboardEvent, useState } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LAYOUT_EN, LAYOUT_ZH } from '#web/i18n/parts/layout.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Input, Select } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import type { Laying } from '../state/use-laid-out.ts';
import { Columns } from './Columns.tsx';
import { Filters } from './Filters.tsx';
import type { Range } from './keep.ts';
import css from './LayoutPanel.module.css';
import { type Layer, useLayer } from './use-layer.ts';

addTexts(LAYOUT_ZH, LAYOUT_EN);

type Part = 'columns' | 'filters';

/** How the list lies (LIST-10): columns with order, width and what stays in place, and filters; kept for oneself or, by an administrator, for his company. */
export function LayoutPanel({ laying }: { laying: Laying }) {
  const { t, label } = useText();
  const layer = useLayer(laying);
  const [part, setPart] = useState<Part>('columns');
  const [words, setWords] = useState('');
  const close = async () => {
    if (await layer.mayLeave()) laying.setOpen(false);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    void close();
  };
  const wanted = words.trim().toLowerCase();
  const found = layer.draft.filter(({ field }) => label(field).toLowerCase().includes(wanted));
  return (
    <aside className={css.panel} aria-label={t('list.layout')} data-layout="" onKeyDown={leave}>
      <header className={css.head}>
        <h2>{t('list.layout')}</h2>
        <IconButton icon="close" label={t('ui.close')} onClick={() => void close()} />
      </header>
      <div className={css.choose}>
        <Segments
          label={t('layout.parts')}
          items={[
            { key: 'columns', label: t('layout.columns') },
            { key: 'filters', label: t('layout.filters') },
          ]}
          active={part}
          onChange={(next: Part) => setPart(next)}
        />
        <Input
          autoFocus
          prefix={<Icon name="search" />}
          aria-label={t('layout.find')}
          placeholder={t('layout.find')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <div className={css.fields}>
        {found.length === 0 && <p className={css.none}>{t('layout.none', { words: words.trim() })}</p>}
        {part === 'columns' ? <Columns layer={layer} found={found} /> : <Filters layer={layer} found={found} />}
      </div>
      <Foot layer={layer} />
    </aside>
  );
}

function Foot({ layer }: { layer: Layer }) {
  const { t } = useText();
  return (
    <footer className={css.foot} data-bar="">
      {layer.shares && (
        <div className={css.for}>
          <span>{t('layout.for')}</span>
          <Select
            aria-label={t('layout.for')}
            value={layer.range}
            onChange={(range: Range) => void layer.setRange(range)}
            options={[
              { value: 0, label: t('layout.mine') },
              { value: 1, label: t('layout.everybody') },
            ]}
          />
        </div>
      )}
      {layer.viewed !== undefined && <p className={css.why}>{t('layout.ofView', { name: layer.viewed })}</p>}
      {layer.shares && layer.range === 1 && <p className={css.why}>{t('layout.everybodyWhy')}</p>}
      {layer.fault && (
        <p className={css.fault} role="alert">
          {layer.fault}
        </p>
      )}
      <div className={css.acts}>
        <Button size="medium" kind="quiet" disabled={!layer.isKept} busy={layer.doing === 'reset'} onClick={() => void layer.reset()}>
          {t(layer.viewed === undefined ? 'layout.reset' : 'layout.back')}
        </Button>
        <Button size="medium" kind="primary" busy={layer.doing === 'save'} onClick={() => void layer.save()}>
          {t(layer.viewed === undefined ? 'layout.save' : 'layout.apply')}
        </Button>
      </div>
    </footer>
  );
}
