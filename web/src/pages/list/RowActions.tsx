import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Dropdown } from '#web/ui/controls.ts';
import { menuIcon } from '#web/ui/menu-icon.tsx';
import css from './Table.module.css';
import { actionIcon } from './toolbar.ts';
import type { ListController } from './use-list-page.ts';

/** A record's actions as the server gave them (LIST-07): the one that waits for me stands there, the first shows on hover, the rest under more. */
export function RowActions({ list, row, mine }: { list: ListController; row: WireRow; mine: boolean }) {
  const { t, label } = useText();
  const actions = list.actionsOf(row);
  const turn = mine ? actions.find((action) => action.op === 'Review' || action.op === 'Reply' || action.op === 'Modify') : undefined;
  const hovered = turn ? undefined : actions.find((action) => action.op === 'Show');
  const run = (op: (typeof actions)[number]) => list.run(op, [row]);
  return (
    <div className={`${css.cell} ${css.last}`} role="gridcell" onClick={(event) => event.stopPropagation()}>
      {turn && (
        <Button kind="link" size="small" className={css.turn} tabIndex={-1} onClick={() => run(turn)}>
          {label(turn)}
        </Button>
      )}
      {hovered && (
        <Button kind="link" size="small" className={css.hovered} tabIndex={-1} onClick={() => run(hovered)}>
          {label(hovered)}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: actions.map((action) => {
            const icon = actionIcon(action);
            return {
              key: action.uid,
              label: label(action),
              danger: action.op === 'Delete',
              ...(icon ? { icon: menuIcon(icon) } : {}),
              onClick: () => run(action),
            };
          }),
        }}
      >
        <IconButton icon="more" size="small" tabIndex={-1} label={t('list.moreOf', { name: nameOf(row) })} />
      </Dropdown>
    </div>
  );
}
