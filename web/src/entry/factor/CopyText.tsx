import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { toClipboard } from '#web/ui/clipboard.ts';
import css from './CopyText.module.css';

/** Copies a text, and says how that went. */
export function CopyText({ text }: { text: string }) {
  const { t } = useText();
  const [done, setDone] = useState<'copied' | 'failed' | null>(null);
  return (
    <div className={css.copy}>
      <Button
        size="medium"
        icon={done === 'copied' ? 'check' : 'copy'}
        onClick={async () => setDone((await toClipboard(text)) ? 'copied' : 'failed')}
      >
        {t(done === 'copied' ? 'factor.copied' : 'factor.copy')}
      </Button>
      <span role="status">{done === 'failed' && t('factor.copyFailed')}</span>
    </div>
  );
}
