import { useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Moving } from '#protocol/wire/moving.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable, useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../../use-follow.ts';
import type { TreeNode } from './nodes.ts';

export interface Move {
  /** nothing is chosen yet; the place that it has; a place of which it is asked, or known, what follows */
  stage: 'open' | 'same' | 'asked' | 'told';
  follows: Moving | undefined;
  /** why it cannot be said, or be done */
  fault: string;
  isReady: boolean;
  busy: boolean;
  save(): Promise<void>;
}

interface MoveOn {
  cloud: string;
  node: TreeNode;
  /** null: the top level; undefined: not said yet */
  to: number | null | undefined;
  table: TableDef | undefined;
  onDone(): void;
}

/** Asks what follows from a move, and makes it: a save of the parent alone. */
export function useMove({ cloud, node, to, table, onDone }: MoveOn): Move {
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState({ to, remark: '' });
  const isSame = to !== undefined && to === (node.parent?.id ?? null);
  const isAsked = to !== undefined && !isSame;
  const answer = useOp(ops.moving, { cloud, id: node.id, ...(to ? { parent: to } : {}) }, { enabled: isAsked, fresh: 0 });
  useFollow(
    () => true,
    () => isAsked && answer.refetch(),
  );
  const follows = isAsked && answer.isSuccess ? (answer.data.data as unknown as Moving) : undefined;
  return {
    stage: isSame ? 'same' : !isAsked ? 'open' : follows ? 'told' : 'asked',
    follows,
    fault: refused.to === to && refused.remark ? refused.remark : isAsked ? (answer.error?.remark ?? '') : '',
    isReady: follows !== undefined,
    busy,
    save: async () => {
      setBusy(true);
      try {
        const { version } = node.row;
        await call(ops.modify, { cloud, id: node.id, [table!.parent_field!]: to ?? '', ...(version ? { version } : {}), _rid: newRid() });
        toast.done(t('tree.moved', { name: nameOf(node.row) }));
        onDone();
      } catch (error) {
        setRefused({ to, remark: asApiError(error).remark });
      } finally {
        setBusy(false);
        void invalidateTable(cloud);
      }
    },
  };
}
