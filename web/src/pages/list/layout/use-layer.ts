import { useState } from 'react';
import { type KeptLayout, type Layout, NARROWEST, WIDEST } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { laidOut } from '#protocol/rules/layout.ts';
import { ApiError } from '#web/api/error.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { Laying } from '../state/use-laid-out.ts';
import { contentOf, type Draft, draftOf, isColumn } from './draft.ts';
import { dropLayout, keepLayout, keptIn, type Range } from './keep.ts';

/** What is set in the panel, for whom, and what can be done with it. */
export interface Layer {
  draft: Draft;
  change: (by: (draft: Draft) => Draft) => void;
  range: Range;
  setRange: (range: Range) => Promise<void>;
  /** whether what is set and not saved may be dropped: asked where there is any */
  mayLeave: () => Promise<boolean>;
  /** he may set his company's */
  shares: boolean;
  /** there is a layout of this range to take back */
  isKept: boolean;
  /** the view that it is set for */
  viewed: string | undefined;
  fault: string | null;
  doing: 'save' | 'reset' | null;
  save: () => Promise<void>;
  reset: () => Promise<void>;
}

const isWidth = (width: number | null): boolean => width === null || (Number.isInteger(width) && width >= NARROWEST && width <= WIDEST);

/** What a draft began with: where somebody else saves meanwhile, it is of that and not of his. */
interface Begun {
  kept: KeptLayout | undefined;
  content: Layout | undefined;
  draft: Draft;
}

function begin(declared: LoadedTable, range: Range, viewed?: { layout: Layout | undefined }): Begun {
  if (viewed) return { kept: undefined, content: viewed.layout, draft: draftOf(declared, laidOut(declared, viewed.layout), viewed.layout) };
  const kept = keptIn(declared, range);
  const content = (kept ?? keptIn(declared, 1))?.content;
  return { kept, content, draft: draftOf(declared, laidOut(declared, content), content) };
}

export const isChanged = (draft: Draft, begun: Draft): boolean => JSON.stringify(contentOf(draft)) !== JSON.stringify(contentOf(begun));

/** The layouts of a list while its panel is open. An administrator begins with his company's, unless he has one of his own. */
export function useLayer({ cloud, declared, setOpen, layout, viewing }: Laying): Layer {
  const { t } = useText();
  const { layouts = {} } = declared;
  const shares = layouts.shares === 1 && !viewing;
  const [range, choose] = useState<Range>(shares && !layouts.own ? 1 : 0);
  const [begun, setBegun] = useState(() => begin(declared, range, viewing && { layout }));
  const [draft, setDraft] = useState(begun.draft);
  const [fault, setFault] = useState<string | null>(null);
  const [doing, setDoing] = useState<Layer['doing']>(null);
  const isDirty = isChanged(draft, begun.draft);
  useUnsaved(isDirty, isDirty);
  const question = { title: t('layout.leaveTitle'), body: t('layout.leaveBody'), ok: t('layout.leaveOk'), cancel: t('layout.stay') };
  const mayLeave = async () => !isDirty || ask({ ...question, danger: true });
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
  const applied = (columns: Layout | undefined) => {
    viewing?.setColumns(columns);
    setOpen(false);
  };
  return {
    draft,
    change: (by) => setDraft(by),
    range,
    setRange: async (next) => {
      if (!(await mayLeave())) return;
      const anew = begin(declared, next);
      choose(next);
      setBegun(anew);
      setDraft(anew.draft);
      setFault(null);
    },
    ...{ mayLeave, shares, fault, doing },
    viewed: viewing?.now?.key_name,
    isKept: viewing ? viewing.columns !== undefined : (range === 1 ? layouts.company : layouts.own) !== undefined,
    save: async () => {
      if (!draft.some(isColumn)) return setFault(t('layout.empty'));
      if (draft.some(({ width }) => !isWidth(width))) return setFault(t('layout.narrow', { least: NARROWEST, most: WIDEST }));
      const content = contentOf(draft, begun.content);
      if (viewing) return applied(content);
      // of one's own the last word counts: what was dragged in the list meanwhile has made it a row
      const kept = range === 1 ? begun.kept : keptIn(declared, range);
      await run('save', t(range === 1 ? 'layout.savedAll' : 'layout.saved'), () =>
        keepLayout({ cloud, table: declared, range, content, kept }),
      );
    },
    reset: async () => (viewing ? applied(undefined) : run('reset', t('layout.dropped'), () => dropLayout(declared, range))),
  };
}
