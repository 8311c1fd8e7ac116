import { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { plainText } from '#protocol/fields/page/plain-text.ts';
import { useText } from '#web/i18n/use-text.ts';
import { asText } from '../values.ts';
import type { EditProps } from '../widget.ts';
import { cleanHtml } from './clean.ts';
import { fromOffice } from './office.ts';
import { EXTENSIONS, leavesByTab } from './setup.ts';

/** What the form holds of what stands in the box; nothing where no letter is seen. */
function written(editor: Editor): string | null {
  const html = editor.getHTML();
  return plainText(html) === '' ? null : html;
}

/** An editor in `host`, in step with the form's value; null until it stands there. Who calls it is drawn again at every change of text or place. */
export function useEditor(host: RefObject<HTMLElement | null>, props: EditProps): Editor | null {
  const latest = useRef(props);
  latest.current = props;
  const attributes = useSaid(props);
  const said = useRef(attributes);
  said.current = attributes;
  const sent = useRef(asText(props.value));
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const made = new Editor({
      element: host.current,
      extensions: EXTENSIONS,
      content: cleanHtml(sent.current),
      injectCSS: false,
      editorProps: {
        attributes: said.current,
        transformPastedHTML: (html) => cleanHtml(fromOffice(html)),
        handleDOMEvents: { keydown: leavesByTab },
      },
      onUpdate: () => {
        const value = written(made);
        sent.current = asText(value);
        latest.current.onChange(value);
      },
      onTransaction: draw,
    });
    setEditor(made);
    return () => made.destroy();
  }, [host]);
  useFollowed(editor, props.value, sent);
  useEffect(() => {
    editor?.setOptions({ editorProps: { ...editor.options.editorProps, attributes } });
  }, [editor, attributes]);
  return editor;
}

/** A draft that is taken up, or a value that a choice copies. */
function useFollowed(editor: Editor | null, value: unknown, sent: RefObject<string>): void {
  useEffect(() => {
    const text = asText(value);
    if (!editor || text === sent.current) return;
    sent.current = text;
    editor.commands.setContent(cleanHtml(text), { emitUpdate: false });
  }, [editor, value, sent]);
}

/** What the box says of itself, from its first moment on. */
function useSaid({ id, field, required, invalid, describedBy }: EditProps): Record<string, string> {
  const { label } = useText();
  const name = label(field);
  return useMemo(
    () => ({
      ...{ id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': name, 'data-first': '' },
      ...{ 'aria-required': String(required), 'aria-invalid': String(invalid) },
      ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    }),
    [id, name, required, invalid, describedBy],
  );
}
