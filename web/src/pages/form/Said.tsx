import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Complaint } from './control/use-complaint.ts';
import css from './Said.module.css';

/** Why the last attempt came to nothing, above the buttons that made it: in a room of its own, over nothing. */
export function Said({ said: { words, lines }, onClose }: { said: Complaint; onClose(): void }) {
  const { t } = useText();
  return (
    <div className={`${css.said} no-print`} role="alert">
      <Icon name="alert" />
      <div>
        <p>{words}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <IconButton icon="close" label={t('ui.close')} size="small" onClick={onClose} />
    </div>
  );
}
