import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
