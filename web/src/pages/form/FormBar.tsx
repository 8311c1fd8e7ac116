import type { ActionDef } from '#protocol/meta/flow.ts';
import { opDef } from '#protocol/meta/ops.ts';
import { Acting } from '#web/entry/Acting.tsx';
import { BesideBar } from '#web/flow/beside/BesideBar.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Apart, Bar } from './Bar.tsx';
import type { Acts } from './control/use-acts.ts';
import type { Beside } from './control/use-beside.tsx';
import type { FormPage } from './control/use-form-page.ts';

interface FormBarProps {
  page: FormPage;
  acts: Acts;
  /** what is done beside deciding */
  beside: Beside;
}

/** What can be done with a record that needs no decision: save while one types, else the actions that the server granted. */
export function FormBar({ page, acts, beside }: FormBarProps) {
  const { t } = useText();
  if (page.op === 'Add' || page.op === 'Modify') {
    return (
      <Bar>
        <Acting>
          <Button size="medium" kind="primary" busy={page.busy} onClick={acts.save}>
            {t('form.save')}
          </Button>
        </Acting>
        <Button size="medium" onClick={acts.cancel}>
          {t('ui.cancel')}
        </Button>
        <Apart />
        {page.dirty && (
          <Button size="medium" kind="quiet" icon="undo" onClick={page.undo}>
            {t('form.undo')}
          </Button>
        )}
      </Bar>
    );
  }
  if (!hasButtons(page) && !beside.question && beside.offered.length === 0) return null;
  return (
    <Bar>
      <Acting>
        {beside.question && (
          <Button size="medium" kind="primary" icon="send" onClick={() => acts.open('Reply')}>
            {t('beside.reply')}
          </Button>
        )}
        <GrantedButtons page={page} acts={acts} primary={!beside.question} />
        <BesideBar {...beside} />
      </Acting>
    </Bar>
  );
}

const changing = (page: FormPage) =>
  grantedActions(page).filter((action) => ['Modify', 'Review', 'Delete', 'Call', 'Open'].includes(action.op));
const hasButtons = (page: FormPage) => changing(page).length > 0;

interface GrantedButtonsProps extends Omit<FormBarProps, 'beside'> {
  /** whether the first of them is the page's main one */
  primary?: boolean;
}

/** Buttons for what the server granted on the record that is looked at. */
export function GrantedButtons({ page, acts, primary = false }: GrantedButtonsProps) {
  const { label } = useText();
  return changing(page).map((action, at) =>
    opDef(action.op).carried ? (
      <Acting key={action.uid} of={action.op}>
        <Button size="medium" {...(action.op === 'Open' ? { icon: 'open' } : {})} onClick={() => void acts.run(action)}>
          {label(action)}
        </Button>
      </Acting>
    ) : action.op === 'Delete' ? (
      <Button key={action.uid} size="medium" kind="danger" icon="delete" onClick={acts.remove}>
        {label(action)}
      </Button>
    ) : (
      <Button
        key={action.uid}
        size="medium"
        kind={primary && at === 0 ? 'primary' : 'default'}
        icon="edit"
        onClick={() => acts.open(action.op)}
      >
        {label(action)}
      </Button>
    ),
  );
}

/** The definition's actions that the server granted on this record. */
export function grantedActions(page: FormPage): ActionDef[] {
  const all = (page.table?.states ?? []).flatMap((state) => state.actions ?? []);
  return page.actions.flatMap((granted) => all.find((action) => action.uid === granted.uid) ?? []);
}
