import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { toClipboard } from '#web/ui/clipboard.ts';
import css from './CopyPlace.module.css';

/** Copies the coordinates of a place as maps take them, and says how that went. */
export function CopyPlace({ lng, lat }: { lng: string; lat: string }) {
  const { t } = useText();
  const [done, setDone] = useState<'copied' | 'failed' | null>(null);
  return (
    <span className={css.copy}>
      <IconButton
        size="small"
        icon={done === 'copied' ? 'check' : 'copy'}
        label={t('kinds.copyPlace', { lng, lat })}
        onClick={async () => setDone((await toClipboard(`${lng},${lat}`)) ? 'copied' : 'failed')}
      />
      <span role="status" className={done === 'copied' ? 'sr' : undefined}>
        {done && t(done === 'copied' ? 'kinds.copied' : 'kinds.copyFailed')}
      </span>
    </span>
  );
}
