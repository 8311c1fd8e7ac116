import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/api/use-op.ts';
import { ThemeProvider } from '#web/ui/ThemeProvider.tsx';
import { TabSheets } from './TabSheets.tsx';

/** /main: everything behind the sign-in. */
export function Frame() {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <TabSheets />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
