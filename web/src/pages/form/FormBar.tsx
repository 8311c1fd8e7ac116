import type { ActionDef } from '#protocol/meta/flow.ts';
import { Acting } from '#web/entry/Acting.tsx';
import { BesideBar } from '#web/flow/beside/BesideBar.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Apart, Bar } from './Bar.tsx';
import type { Acts } from './control/use-acts.ts';
import type { Beside } from './control/use-beside.tsx';
import type { FormPage } from './control/use-form-page.ts';
import { besideDecision, changing, isDeed, isPage } from './state/granted.ts';

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

const hasButtons = (page: FormPage) => changing(page).length > 0;

interface GrantedButtonsProps extends Omit<FormBarProps, 'beside'> {
  /** whether the first of them is the page's main one */
  primary?: boolean;
}

/** Buttons for what the server granted on the record that is looked at. */
export function GrantedButtons({ page, acts, primary = false }: GrantedButtonsProps) {
  const { label } = useText();
  return changing(page).map((action, at) =>
    isDeed(action.op) || isPage(action.op) ? (
      <Deed key={action.uid} action={action} acts={acts} />
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

/** Deeds of the definition's own that the server granted, beside a decision. */
export const Deeds = ({ page, acts }: Pick<FormBarProps, 'page' | 'acts'>) =>
  besideDecision(page.op, page).map((action) => <Deed key={action.uid} action={action} acts={acts} />);

/** A deed of the definition's own, or another page of the record. */
function Deed({ action, acts }: { action: ActionDef; acts: Acts }) {
  const { label } = useText();
  return (
    <Acting of={action.op}>
      <Button
        size="medium"
        {...(action.op === 'Open' ? { icon: 'open' } : action.op === 'Add' ? { icon: 'add' } : {})}
        onClick={() => void acts.run(action)}
      >
        {label(action)}
      </Button>
    </Acting>
  );
}
