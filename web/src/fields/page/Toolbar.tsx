import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import css from './page.module.css';
import { TABLE_TOOLS, TOOLS, type Tool } from './tools.ts';

interface ToolbarProps {
  editor: Editor;
  /** of the field */
  name: string;
  onLink: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One stop for Tab, arrows between the tools; a press leaves the text chosen that it is for. */
export function Toolbar({ editor, name, onLink }: ToolbarProps) {
  const { t } = useText();
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string>('page.bold');
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // it leads into the text: a form beside its list would take it for its own and close
      event.preventDefault();
      event.stopPropagation();
      editor.commands.focus();
      return;
    }
    const tools = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = tools.indexOf(document.activeElement as HTMLElement);
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? tools.length - 1 : at + (STEPS[event.key] ?? 0);
    if (at < 0 || to === at) return;
    event.preventDefault();
    tools.at(to % tools.length)?.focus();
  };
  const isInTable = editor.isActive('table');
  const shared = (tool: Tool) => ({
    tabIndex: tool.key === stop ? 0 : -1,
    disabled: tool.can ? !tool.can(editor) : false,
    onFocus: () => setStop(tool.key),
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: () => (tool.key === 'page.link' ? onLink() : tool.run(editor)),
  });
  // the tool of the stop may be one of a table that is left
  const isGone = !isInTable && TABLE_TOOLS.some(({ key }) => key === stop);
  return (
    <div ref={bar} role="toolbar" aria-label={t('page.tools', { name })} className={css.tools} onKeyDown={move}>
      {TOOLS.map((tool, at) => (
        <IconButton
          key={tool.key}
          {...shared(tool)}
          {...(isGone && at === 0 ? { tabIndex: 0 } : {})}
          icon={tool.icon!}
          label={t(tool.key) + (tool.keys ? ` (${tool.keys})` : '')}
          {...(tool.isOn ? { pressed: tool.isOn(editor) } : {})}
          className={tool.begins ? css.begins! : ''}
        />
      ))}
      {isInTable && (
        <span className={css.more}>
          {TABLE_TOOLS.map((tool) => (
            <Button key={tool.key} {...shared(tool)} kind="quiet">
              {t(tool.key)}
            </Button>
          ))}
        </span>
      )}
    </div>
  );
}
