import { QueryClientProvider } from '@tanstack/react-query';
import { frameRemarks } from '#protocol/texts/frame.ts';
import { knowRemarks } from '#web/api/error.ts';
import { queryClient } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { PageHost } from '#web/pages/PageHost.tsx';
import { ThemeProvider } from '#web/ui/ThemeProvider.tsx';
import { FrameLayout } from './FrameLayout.tsx';

addTexts(LATER_ZH, LATER_EN);
knowRemarks(frameRemarks);

/** /main: everything behind the sign-in. */
export function Frame() {
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
