import type { FieldDef } from '#protocol/meta/field.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './TextPart.module.css';
import type { LoadedWidget } from './use-board.ts';

/** As which its text is read. */
const MARKDOWN: FieldDef = { uid: 'board.text', field_name: 'text', key_name: '', key_name_en: '', data_type: 'markdown' };

/** What the board says by itself, laid out as a field of Markdown is. */
export function TextPart({ widget }: { widget: LoadedWidget }) {
  const { label, locale } = useText();
  const { Read } = widgetOf(MARKDOWN);
  return (
    <div className={css.text}>
      <Read
        field={MARKDOWN}
        value={label({ key_name: widget.text ?? '', key_name_en: widget.text_en ?? '' })}
        locale={locale}
        place="fact"
      />
    </div>
  );
}
