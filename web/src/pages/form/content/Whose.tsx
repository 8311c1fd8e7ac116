import type { Turn } from '#protocol/rules/record-page.ts';
import { rolesOf } from '#protocol/rules/signer.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Whose.module.css';

/** Whose part of the step it is, where several sign and it is not for this reader to fill in. */
export function Whose({ edit_by, turn }: { edit_by: string | undefined; turn: Turn | undefined }) {
  const { t, label, listed } = useText();
  const who = listed(rolesOf(edit_by).map((code) => label(turn?.others[code]) || code));
  return (
    <div className={css.whose}>
      <Icon name="user" size={14} />
      {who ? t('form.othersFill', { who }) : t('form.firstFills')}
    </div>
  );
}
