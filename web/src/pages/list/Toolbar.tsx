import { useRef } from 'react';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { saidBefore } from '#web/actions/selection.ts';
import { Acting, restsFor } from '#web/entry/Acting.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button, type ButtonProps, IconButton } from '#web/ui/Button.tsx';
import { Dropdown } from '#web/ui/controls.ts';
import { usePhone } from '#web/ui/use-media.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { actionIcon, actionKind, buttonWidth, fitButtons } from './state/toolbar.ts';
import type { ListController } from './state/use-list-page.ts';
import css from './Toolbar.module.css';

/** The list's actions (LIST-02): the last place is the primary one's, what does not fit goes under More. */
export function Toolbar({ list }: { list: ListController }) {
  const { t, label } = useText();
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const phone = usePhone();
  const ordered = primaryLast(list.toolbar);
  const widths = ordered.map((action) => buttonWidth(label(action), actionIcon(action) !== undefined));
  const inline = phone ? Math.min(1, ordered.length) : fitButtons([...widths].reverse(), room);
  const shown = ordered.slice(ordered.length - inline);
  const more = ordered.slice(0, ordered.length - inline);
  const { openBin } = list;
  const bin = openBin ? [{ key: 'bin', label: t('list.bin'), onClick: openBin }] : [];
  const chosen = list.selection.rows;
  const run = (action: ActionDef) => list.hand.run(action, chosen);
  const before = (action: ActionDef) => {
    const said = saidBefore(action, chosen.length);
    return said && { title: t(said.said, { n: chosen.length }), ...(said.waits ? { className: css.waits ?? '' } : {}) };
  };
  return (
    <div className={css.toolbar} ref={box} role="toolbar" aria-label={t('list.toolbar')}>
      {(more.length > 0 || openBin) && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...more.map((action) => ({
                key: action.uid,
                label: label(action),
                ...before(action),
                disabled: restsFor(action.op),
                onClick: () => run(action),
              })),
              ...bin,
            ],
          }}
        >
          <IconButton icon="more" label={t('list.more')} />
        </Dropdown>
      )}
      {shown.map((action, at) => (
        <Acting key={action.uid} of={action.op}>
          <Button kind={drawn(action, at === shown.length - 1)} {...iconOf(action)} {...before(action)} onClick={() => run(action)}>
            {label(action)}
          </Button>
        </Acting>
      ))}
    </div>
  );
}

const iconOf = (action: ActionDef): Pick<ButtonProps, 'icon'> => {
  const icon = actionIcon(action);
  return icon ? { icon } : {};
};

/** Adding stands at the right end; the others keep the definition's order. */
const primaryLast = (actions: readonly ActionDef[]): readonly ActionDef[] => [
  ...actions.filter((action) => action.op !== 'Add'),
  ...actions.filter((action) => action.op === 'Add'),
];

/** One primary button a sheet: the last, where it is one. */
function drawn(action: ActionDef, last: boolean): NonNullable<ButtonProps['kind']> {
  if (action.op === 'Delete' || action.button === 'danger') return 'quiet';
  return last && actionKind(action) === 'primary' ? 'primary' : 'quiet';
}
