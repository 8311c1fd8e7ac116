import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, invalidateTable, queryClient, useOp } from '#web/api/use-op.ts';
import { inBoth, textsIn, useText } from '#web/i18n/use-text.ts';
import { useTab, useUnsaved, useView } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollowRights } from '../use-follow.ts';
import { changeCount, contested, type Draft, givenOf, NO_DRAFT, type RoleFlag, type RoleGroup, wanted, withGroup } from './draft.ts';

export interface RoleRow {
  id: number;
  key_name: string;
  key_name_en: string;
  code: string;
  root: 0 | 1;
  members: number;
}
export interface RoleData extends Omit<RoleRow, 'members'> {
  own: 0 | 1;
  version: string;
  /** 1: its people are asked for a second factor */
  factor: number;
  flags: readonly RoleFlag[];
}

/** What is not saved of a role, and what stood when it was begun. */
interface Begun {
  draft: Draft;
  groups: readonly RoleGroup[];
  /** of the rights that it was begun upon, or of which he has been told since: the page follows others, what is saved does not */
  version?: string | undefined;
}

export interface RolesController {
  roles: readonly RoleRow[];
  mayAdd: boolean;
  chosen: RoleRow | undefined;
  /** 0: none */
  choose(id: number): void;
  /** roles of which something is not saved */
  begun: ReadonlyMap<number, unknown>;
  /** chooses a new role with these rights as unsaved ones */
  begin(id: number, draft: Draft): Promise<void>;
  role: RoleData | undefined;
  groups: readonly RoleGroup[];
  draft: Draft;
  change(next: Draft): void;
  count: number;
  /** what somebody else changed meanwhile */
  stale: { words: string; names: readonly RoleGroup[] } | null;
  takeTheirs(): void;
  saving: boolean;
  save(): Promise<void>;
  discard(): void;
  isPending: boolean;
  error: ApiError | null;
  outdated: ApiError | null;
  retry(): void;
}

/** What the page of role rights decides; RolesPage only draws it. */
export function useRoles(): RolesController {
  const [view, setView] = useView();
  const id = /^[1-9]\d{0,15}$/.test(view.id ?? '') ? Number(view.id) : 0;
  const list = useOp(ops.listRoles, {}, { fresh: 0 });
  const load = useOp(ops.loadRole, { id }, { enabled: id > 0, fresh: 0 });
  const retry = () => Promise.all([list.refetch(), id > 0 && load.refetch()]);
  useFollowRights(retry);
  const roles = (list.data?.rows ?? []) as unknown as RoleRow[];
  const role = id > 0 ? (load.data?.data as unknown as RoleData | undefined) : undefined;
  const groups = role ? ((load.data?.rows ?? []) as unknown as RoleGroup[]) : [];
  const edit = useDraft(id, role, groups);
  const { failure, ...saving } = useSave(role, edit, load.refetch);
  const of = id > 0 && !list.error ? load : list;
  useTabLabel(roles.find((one) => one.id === id) ?? role);
  useUnsaved(edit.begun.size > 0, edit.begun.size > 0);
  const choose = (next: number) => setView({ id: next > 0 ? String(next) : '' }, 'push');
  return {
    ...edit,
    ...saving,
    roles,
    mayAdd: list.data?.data?.add === 1,
    chosen: roles.find((one) => one.id === id),
    choose,
    begin: async (next, draft) => {
      await list.refetch();
      edit.begin(next, draft);
      choose(next);
    },
    role,
    groups,
    stale: failure ? { words: failure.remark, names: edit.contested } : null,
    takeTheirs: () => {
      edit.change(edit.contested.reduce((draft, group) => withGroup(draft, group, givenOf(group)), edit.draft));
      saving.settle();
    },
    discard: () => {
      edit.change(NO_DRAFT);
      saving.settle();
    },
    isPending: of.isPending,
    ...failureOf(of),
    retry: () => void retry(),
  };
}

/** Each role has its draft; what stood when it was begun is kept to see what others changed. */
function useDraft(id: number, role: RoleData | undefined, groups: readonly RoleGroup[]) {
  const [begun, setBegun] = useState<ReadonlyMap<number, Begun>>(new Map());
  const mine = role && !role.root && !role.own ? begun.get(id) : undefined;
  const draft = mine?.draft ?? NO_DRAFT;
  const put = (of: number, next: Begun) => {
    const isNone = next.draft.flags === undefined && Object.keys(next.draft.groups).length === 0;
    setBegun((all) => new Map([...[...all].filter(([one]) => one !== of), ...(isNone ? [] : [[of, next] as const])]));
  };
  return {
    begun,
    draft,
    change: (next: Draft) =>
      put(id, { draft: next, groups: mine?.groups.length ? mine.groups : groups, version: mine?.version ?? role?.version }),
    version: mine?.version ?? role?.version,
    /** He has been told what others changed until then. */
    told: (version: string | undefined) => setBegun((all) => (all.has(id) ? new Map(all).set(id, { ...all.get(id)!, version }) : all)),
    begin: (next: number, of: Draft) => put(next, { draft: of, groups: [] }),
    count: role ? changeCount(groups, role.flags, draft) : 0,
    contested: mine ? contested(mine.groups, groups, draft) : [],
  };
}

function useSave(
  role: RoleData | undefined,
  { draft, version, change, told }: ReturnType<typeof useDraft>,
  reload: () => Promise<{ data?: { data?: unknown } | undefined }>,
) {
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ id: number; why: ApiError } | null>(null);
  const save = async () => {
    if (!role || busy) return;
    setBusy(true);
    try {
      await call(ops.saveRole, { id: role.id, version, ...wanted(draft) } as never);
      setFailed(null);
      await reload();
      change(NO_DRAFT);
      await queryClient.invalidateQueries({ predicate: ({ queryKey: [op] }) => String(op).includes('RoleApi') });
      void invalidateTable('role');
      toast.done(t('roles.saved'));
    } catch (error) {
      const fault = asApiError(error);
      if (fault.code === 311) {
        setFailed({ id: role.id, why: fault });
        told(((await reload()).data?.data as RoleData | undefined)?.version);
      } else toast.error(fault.remark);
    } finally {
      setBusy(false);
    }
  };
  const failure = failed !== null && failed.id === role?.id ? failed.why : null;
  return { save, saving: busy, failure, settle: () => setFailed(null) };
}

/** The tab is called after the role on screen. */
function useTabLabel(role: Pick<RoleRow, 'key_name' | 'key_name_en'> | undefined): void {
  const { setLabel } = useTab();
  const { key_name = '', key_name_en = '' } = role ?? {};
  useEffect(() => {
    const of = (locale: 'zh_CN' | 'en_US', name: string) => textsIn(locale).t('roles.titleOf', { role: name });
    setLabel(key_name ? { key_name: of('zh_CN', key_name), key_name_en: of('en_US', key_name_en || key_name) } : inBoth('roles.title'));
  }, [setLabel, key_name, key_name_en]);
}
