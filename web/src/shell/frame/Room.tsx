import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { frameRemarks } from '#protocol/texts/frame.ts';
import { addRemarks, knowRemarks } from '#web/api/error.ts';
import { queryClient } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { PageHost } from '#web/pages/PageHost.tsx';
import { addIcons } from '#web/ui/Icon.tsx';
import { LATER_ICONS } from '#web/ui/later-icons.ts';
import { ThemeProvider } from '#web/ui/ThemeProvider.tsx';

addTexts(LATER_ZH, LATER_EN);
addIcons(LATER_ICONS);
knowRemarks(frameRemarks);

/** What only an act is refused with is many words: they come once the page stands, and with the pages that act (FormPage). */
function bringRefusals(): void {
  void import('#protocol/texts/later.ts').then(
    ({ LATER_TEXTS }) => addRemarks(LATER_TEXTS),
    () => undefined,
  );
}

/** What pages need around them: words, icons, dress, what was read, pickers. */
export function Room({ children }: { children: ReactNode }) {
  useEffect(bringRefusals, []);
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <PageHost>{children}</PageHost>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
