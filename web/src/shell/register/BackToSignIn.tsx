import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Button } from '#web/ui/Button.tsx';

export function BackToSignIn({ kind = 'link' }: { kind?: 'link' | 'default' }) {
  const { t } = useText();
  return (
    <Button kind={kind} size="medium" onClick={() => go('/login')}>
      {t('register.back')}
    </Button>
  );
}
