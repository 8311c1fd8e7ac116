import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { frameRemarks } from '#protocol/texts/frame.ts';
import { addRemarks, knowRemarks } from '#web/api/error.ts';
import { queryClient } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { PageHost } from '#web/pages/PageHost.tsx';
import { addIcons } from '#web/ui/Icon.tsx';
import { LATER_ICONS } from '#web/ui/later-icons.ts';
import { ThemeProvider } from '#web/ui/ThemeProvider.tsx';
import { FrameLayout } from './FrameLayout.tsx';

addTexts(LATER_ZH, LATER_EN);
addIcons(LATER_ICONS);
knowRemarks(frameRemarks);

/** Who may give what, and what is done with a case beside deciding it, is refused in many words, which only an act meets: they come once the page stands. */
function bringRefusals(): void {
  const rooms = [import('#protocol/texts/giving.ts'), import('#protocol/texts/acts.ts')] as const;
  void Promise.all(rooms).then(
    ([{ giving }, { acts }]) => addRemarks({ ...giving, ...acts }),
    () => undefined,
  );
}

/** /main: everything behind the sign-in. */
export function Frame() {
  useEffect(bringRefusals, []);
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <PageHost>
          <FrameLayout />
        </PageHost>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
