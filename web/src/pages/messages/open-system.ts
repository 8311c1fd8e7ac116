import { nav } from '#web/nav/store.ts';

/** Opens what administrators publish, at one of it where that is named. */
export const openSystem = (id?: number): void => nav.visit({ url: '/message' }, { tab: 'system', ...(id ? { message: String(id) } : {}) });
