import { useId } from 'react';
import { MOST_COLUMNS, MOST_LETTERS, MOST_ROWS } from '#protocol/rules/sheet/block.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { formatCount } from '#web/i18n/format.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Checkbox, Input, Select } from '#web/ui/controls.ts';
import css from './PasteDialog.module.css';
import type { Paste } from './state/use-paste.ts';

/** What can be pasted, the box for it, and how its columns lie on the fields. */
export function SourceView({ paste }: { paste: Paste }) {
  const { t } = useText();
  const { measured } = useUnits();
  const { fields, source } = paste;
  const id = useId();
  const wrong = wrongOf(source, t);
  return (
    <div className={css.source}>
      <p className={css.lead}>{t('paste.what', { n: MOST_ROWS })}</p>
      <ol className={css.fields} aria-label={t('paste.fields')}>
        {fields.map((field) => (
          <li key={field.uid}>
            {measured(field, true)}
            {field.notnull === 1 && <span className={css.star}> *</span>}
          </li>
        ))}
      </ol>
      <label htmlFor={id} className={css.label}>
        {t('paste.box')}
      </label>
      <Input.TextArea
        id={id}
        autoFocus
        className={css.box!}
        rows={8}
        wrap="off"
        spellCheck={false}
        value={source.text}
        placeholder={t('paste.boxHint')}
        aria-describedby={`${id}-wrong`}
        aria-invalid={wrong !== ''}
        status={wrong ? 'error' : ''}
        onChange={(event) => source.setText(event.target.value)}
      />
      <p className={css.wrong} id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
      {source.block.length > 0 && <Mapping paste={paste} />}
    </div>
  );
}

/** Why it is more than is taken at once. */
function wrongOf({ tooLong, tooWide, tooMany, lines }: Paste['source'], t: Texts['t']): string {
  if (tooLong) return t('paste.tooLong', { n: formatCount(MOST_LETTERS) });
  if (tooWide) return t('paste.tooWide', { n: MOST_COLUMNS });
  return tooMany ? t('paste.tooMany', { n: MOST_ROWS, rows: formatCount(lines.length) }) : '';
}

/** The columns that were pasted, each with its first values and the field it goes to. */
function Mapping({ paste: { source, fields } }: { paste: Paste }) {
  const { t } = useText();
  const { measured } = useUnits();
  const { columns, block, lines } = source;
  const id = useId();
  const left = columns.fields.filter((name) => name === null).length;
  const options = [
    { value: '', label: t('paste.nowhere') },
    ...fields.map((field) => ({ value: field.field_name, label: `${measured(field, true)}${field.notnull === 1 ? ' *' : ''}` })),
  ];
  return (
    <>
      <div className={css.head}>
        <Checkbox checked={columns.hasHead} onChange={(event) => source.setHasHead(event.target.checked)}>
          {t('paste.hasHead')}
        </Checkbox>
        <span role="status">
          {t('paste.found', { n: lines.length })} {left > 0 && t('paste.leftOut', { n: left })}
        </span>
      </div>
      <ul className={css.columns} aria-label={t('paste.columns')}>
        {columns.fields.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it stands
          <li key={at} data-left={name === null || undefined}>
            <span className={css.letter}>{columns.hasHead ? block[0]?.[at] || letterOf(at) : letterOf(at)}</span>
            <span className={`${css.firsts} ellipsis`}>{firstsOf(source.lines, at)}</span>
            <label className="sr" htmlFor={`${id}${at}`}>
              {t('paste.goesTo', { column: letterOf(at) })}
            </label>
            <Select
              id={`${id}${at}`}
              className={css.goal!}
              value={name ?? ''}
              showSearch={{ optionFilterProp: 'label' }}
              options={options}
              onChange={(next: string) => source.assign(at, next === '' ? null : next)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const firstsOf = (lines: Paste['source']['lines'], at: number): string =>
  lines
    .slice(0, 3)
    .map(({ cells }) => cells[at] || '–')
    .join(' · ');

/** A, B … Z, AA, as a spreadsheet names its columns. */
function letterOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : letterOf(Math.floor(at / 26) - 1) + last;
}
