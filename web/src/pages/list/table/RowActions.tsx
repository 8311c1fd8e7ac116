import { useCallback, useState } from 'react';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { opensToLook } from '#protocol/meta/ops.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { isLooking } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Dropdown } from '#web/ui/controls.ts';
import { menuIcon } from '#web/ui/menu-icon.tsx';
import { actionIcon } from '../state/toolbar.ts';
import type { RowHand } from '../state/use-list-page.ts';
import type { Step } from './row-look.ts';
import css from './Table.module.css';

interface RowActionsProps {
  hand: RowHand;
  row: WireRow;
  step: Step | null;
  /** which column it is, where the columns are numbered */
  colIndex?: number;
}

/** A record's actions as the server gave them (LIST-07): the one that waits for me stands there, the first shows on hover, the rest under more. */
export function RowActions({ hand, row, step, colIndex }: RowActionsProps) {
  const { t, label } = useText();
  const actions = hand.actionsOf(row);
  const turn = step?.mine ? actions.find((action) => action.op === 'Review' || action.op === 'Reply' || action.op === 'Modify') : undefined;
  const goOn = step?.draft ? actions.find((action) => action.op === 'Modify') : undefined;
  const hovered = turn ? undefined : (goOn ?? actions.find((action) => action.op === 'Show'));
  const run = (action: ActionDef) => hand.run(action, [row]);
  return (
    <div className={`${css.cell} ${css.last}`} role="gridcell" aria-colindex={colIndex} onClick={(event) => event.stopPropagation()}>
      {turn && (
        <Button kind="link" size="small" className={css.turn} tabIndex={-1} disabled={rests(turn)} onClick={() => run(turn)}>
          {label(turn)}
        </Button>
      )}
      {hovered && (
        <Button kind="link" size="small" className={css.hovered} tabIndex={-1} disabled={rests(hovered)} onClick={() => run(hovered)}>
          {goOn ? t('list.goOn') : label(hovered)}
        </Button>
      )}
      {actions.length > 0 && <More actions={actions} row={row} run={run} />}
    </div>
  );
}

/** Through somebody's eyes acts are seen and not done. */
const rests = ({ op }: ActionDef): boolean => isLooking() && !opensToLook(op);

interface MoreProps {
  actions: readonly ActionDef[];
  row: WireRow;
  run(action: ActionDef): void;
}

/** The menu is made when it is first asked for: a list has a hundred of them, and one is opened. */
function More({ actions, row, run }: MoreProps) {
  const { t, label, locale } = useText();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(true);
  // the button is another element from then on: it takes the focus that the first one had
  const take = useCallback((button: HTMLButtonElement | null) => button?.focus(), []);
  const name = t('list.moreOf', { name: nameOf(row, locale) });
  if (!asked) return <IconButton icon="more" size="small" tabIndex={-1} label={name} onClick={() => setAsked(true)} />;
  const items = actions.map((action) => {
    const icon = actionIcon(action);
    return {
      key: action.uid,
      label: label(action),
      danger: action.op === 'Delete',
      disabled: rests(action),
      ...(icon ? { icon: menuIcon(icon) } : {}),
      onClick: () => run(action),
    };
  });
  return (
    <Dropdown trigger={['click']} placement="bottomRight" open={open} onOpenChange={setOpen} menu={{ items }}>
      <IconButton ref={take} icon="more" size="small" tabIndex={-1} label={name} />
    </Dropdown>
  );
}
