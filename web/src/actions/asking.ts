import { createElement } from 'react';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { remarkOf } from '#web/api/error.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { DEEDS_EN, DEEDS_ZH } from '#web/i18n/parts/records/deeds.ts';
import { say } from '#web/i18n/use-text.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { Asks } from './Asks.tsx';

addTexts(DEEDS_ZH, DEEDS_EN);

/** What a handler asks before it goes on (100), under the word of what was pressed; `lines`: of which records, where there are several. */
export const mayGoOn = (action: string, answer: Envelope, lines: readonly string[] = []): Promise<boolean> =>
  ask({
    title: say('deeds.asksTitle', { action }),
    body: createElement(Asks, { remark: remarkOf(answer), lines }),
    ok: say('deeds.goOn', { action }),
  });
