import { useEffect, useRef } from 'react';
import { ops } from '#web/api/ops.ts';
import type { SessionUser } from '#web/api/session.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { keptChoices } from '#web/choices/choices.ts';
import { chosenSince } from '#web/choices/since.ts';
import type { MenuItem } from '#web/nav/menu.ts';
import type { Module } from '#web/nav/module.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { takeChoices } from '../../signin/own-choices.ts';
import { firstMenu } from './first-menu.ts';

const LONG = 30 * 60_000;

/** The user's modules and the menu of the one he is in: as chosen above, as his tab was opened, or as the address names it (FRAME-04). */
export function useModules() {
  const wanted = useNav((state) => state.module);
  const known = useOp(ops.loadNav, {}, { fresh: LONG });
  const modules = (known.data?.rows ?? []) as unknown as readonly Module[];
  const current = modules.find(({ code }) => code === wanted) ?? modules.find(({ code }) => code === firstMenu()?.module) ?? modules[0];
  const menu = useOp(ops.loadMenu, { module: current?.code ?? '' }, { fresh: LONG, enabled: current !== undefined });
  const user = known.data?.data?.user as SessionUser | undefined;
  const asked = useRef(keptChoices());
  useEffect(() => {
    if (known.isFetching) asked.current = keptChoices();
  }, [known.isFetching]);
  useEffect(() => {
    if (user) takeChoices({ ...user, choices: { ...(user.choices as object), ...chosenSince(asked.current) } });
  }, [user]);
  useEffect(() => {
    if (current && current.code !== wanted) nav.setModule(current.code);
  }, [current, wanted]);
  return {
    modules,
    current,
    menus: (menu.data?.rows ?? []) as unknown as readonly MenuItem[],
    loading: known.isPending || (current !== undefined && menu.isPending),
    // what stands there stays: under it may be typed
    error: failureOf(known).error ?? failureOf(menu).error,
    retry: () => {
      for (const one of [known, menu]) if (one.error) void one.refetch();
    },
  };
}
