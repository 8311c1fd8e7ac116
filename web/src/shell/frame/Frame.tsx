import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/api/use-op.ts';
import { ThemeProvider } from '#web/ui/ThemeProvider.tsx';
import { FrameLayout } from './FrameLayout.tsx';

/** /main: everything behind the sign-in. */
export function Frame() {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <FrameLayout />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
