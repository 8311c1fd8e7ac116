import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';

/** A name that is typed where the next signers are chosen, and not chosen yet: nothing is sent without it being chosen or given up. */
export function useNaming() {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [isTold, setTold] = useState(false);
  const isPending = typed.trim() !== '';
  const leave = () => setTold(isPending);
  return {
    typed,
    wrong: isTold && isPending ? t('flow.notNamed', { typed: typed.trim() }) : null,
    type: (name: string) => {
      setTyped(name);
      if (name.trim() === '') setTold(false);
    },
    leave,
    isPending,
  };
}
