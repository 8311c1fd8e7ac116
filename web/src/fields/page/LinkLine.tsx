import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/controls.ts';
import css from './page.module.css';
import { addressOf } from './setup.ts';

/** The text that is chosen, or the link that the caret is in, leads there; without either the address is written. */
function leadTo(editor: Editor, href: string, typed: string): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.extendMarkRange('link').setLink({ href }).run();
}

/** Where the text that is chosen leads; with none chosen the address itself is written. */
export function LinkLine({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useText();
  const id = useId();
  const stood = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(stood);
  const [isWrong, setWrong] = useState(false);
  const set = () => {
    const href = addressOf(typed);
    if (href) leadTo(editor, href, typed.trim());
    else setWrong(true);
    if (href) onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') set();
    else onClose();
  };
  return (
    <div className={css.link}>
      <label htmlFor={id}>{t('page.address')}</label>
      <Input
        id={id}
        autoFocus
        inputMode="url"
        value={typed}
        placeholder="https://"
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        onKeyDown={press}
      />
      <Button kind="primary" onClick={set}>
        {t('page.setLink')}
      </Button>
      {stood !== '' && <Button onClick={remove}>{t('page.removeLink')}</Button>}
      <Button kind="quiet" onClick={onClose}>
        {t('page.cancel')}
      </Button>
      {isWrong && (
        <span id={`${id}-wrong`} role="alert" className={css.wrong}>
          {t('page.noAddress')}
        </span>
      )}
    </div>
  );
}
