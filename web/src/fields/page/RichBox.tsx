import { type FocusEvent, useRef, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { addIcons } from '#web/ui/Icon.tsx';
import { PAGE_ICONS } from '#web/ui/page-icons.ts';
import type { EditProps } from '../widget.ts';
import { LinkLine } from './LinkLine.tsx';
import css from './page.module.css';
import { Toolbar } from './Toolbar.tsx';
import { useEditor } from './use-editor.ts';

addIcons(PAGE_ICONS);

/** Where rich text is written: its tools above, the text as it will be read below. */
export function RichBox(props: EditProps) {
  const { field, invalid, onBlur } = props;
  const { label } = useText();
  const host = useRef<HTMLDivElement>(null);
  const editor = useEditor(host, props);
  const [isLinking, setLinking] = useState(false);
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
  };
  const close = () => {
    setLinking(false);
    editor?.commands.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame, and its legend stands above already
    <div role="group" aria-label={label(field)} className={css.box} data-invalid={invalid || undefined} onBlur={leave}>
      {editor && <Toolbar editor={editor} name={label(field)} onLink={() => setLinking(true)} />}
      {editor && isLinking && <LinkLine editor={editor} onClose={close} />}
      <div ref={host} className={`${css.rich} ${css.text}`} data-placeholder={editor?.isEmpty ? label(field, 'placeholder') : undefined} />
    </div>
  );
}
