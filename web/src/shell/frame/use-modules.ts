import { useEffect } from 'react';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { go, queryOf, useAddress } from '#web/nav/address.ts';
import type { MenuItem } from '#web/nav/menu.ts';

export interface Module {
  code: string;
  key_name: string;
  key_name_en: string;
  icon?: string;
}

const LONG = 30 * 60_000;

export const moduleAddress = (code: string): string => `/main?myCode=${encodeURIComponent(code)}`;

/** The user's modules and the menu of the one that the address names: /main?myCode=zb (FRAME-04). */
export function useModules() {
  const wanted = queryOf(useAddress()).get('myCode');
  const nav = useOp(ops.loadNav, {}, { fresh: LONG });
  const modules = (nav.data?.rows ?? []) as unknown as readonly Module[];
  const current = modules.find((module) => module.code === wanted) ?? modules[0];
  const menu = useOp(ops.loadMenu, { module: current?.code ?? '' }, { fresh: LONG, enabled: current !== undefined });
  useEffect(() => {
    if (current && current.code !== wanted) go(moduleAddress(current.code), 'replace');
  }, [current, wanted]);
  return {
    modules,
    current,
    menus: (menu.data?.rows ?? []) as unknown as readonly MenuItem[],
    loading: nav.isPending || (current !== undefined && menu.isPending),
    error: nav.error ?? menu.error,
    retry: () => void (nav.error ? nav.refetch() : menu.refetch()),
  };
}
