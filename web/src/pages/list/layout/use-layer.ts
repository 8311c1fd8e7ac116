import { useState } from 'react';
import { NARROWEST, WIDEST } from '#protocol/meta/layout.ts';
import { laidOut } from '#protocol/rules/layout.ts';
import { ApiError } from '#web/api/error.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { Laying } from '../state/use-laid-out.ts';
import { contentOf, type Draft, draftOf } from './draft.ts';
import { dropLayout, keepLayout, type Range } from './keep.ts';

/** What is set in the panel, for whom, and what can be done with it. */
export interface Layer {
  draft: Draft;
  change: (by: (draft: Draft) => Draft) => void;
  range: Range;
  setRange: (range: Range) => void;
  /** he may set his company's */
  shares: boolean;
  /** there is a layout of this range to take back */
  isKept: boolean;
  fault: string | null;
  doing: 'save' | 'reset' | null;
  save: () => Promise<void>;
  reset: () => Promise<void>;
}

const isWidth = (width: number | null): boolean => width === null || (Number.isInteger(width) && width >= NARROWEST && width <= WIDEST);

/** The layouts of a list while its panel is open. An administrator begins with his company's, unless he has one of his own. */
export function useLayer({ declared, setOpen }: Laying): Layer {
  const { t } = useText();
  const { layouts = {} } = declared;
  const shares = layouts.shares === 1;
  const [range, choose] = useState<Range>(shares && !layouts.own ? 1 : 0);
  const contentFor = (of: Range) => (of === 1 ? layouts.company : (layouts.own ?? layouts.company))?.content;
  const begin = (of: Range) => draftOf(declared, laidOut(declared, contentFor(of)), contentFor(of));
  const [draft, setDraft] = useState(() => begin(range));
  const [fault, setFault] = useState<string | null>(null);
  const [doing, setDoing] = useState<Layer['doing']>(null);
  const run = async (what: 'save' | 'reset', said: string, act: () => Promise<unknown>) => {
    setDoing(what);
    setFault(null);
    try {
      await act();
      toast.done(said);
      setOpen(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.remark);
    } finally {
      setDoing(null);
    }
  };
  return {
    draft,
    change: (by) => setDraft(by),
    range,
    setRange: (next) => {
      choose(next);
      setDraft(begin(next));
      setFault(null);
    },
    ...{ shares, fault, doing },
    isKept: (range === 1 ? layouts.company : layouts.own) !== undefined,
    save: async () => {
      if (!draft.some((entry) => entry.list)) return setFault(t('layout.empty'));
      if (draft.some(({ width }) => !isWidth(width))) return setFault(t('layout.narrow', { least: NARROWEST, most: WIDEST }));
      const content = contentOf(draft, contentFor(range));
      await run('save', t(range === 1 ? 'layout.savedAll' : 'layout.saved'), () => keepLayout(declared, range, content));
    },
    reset: () => run('reset', t('layout.dropped'), () => dropLayout(declared, range)),
  };
}
