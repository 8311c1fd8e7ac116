import { type ComponentType, type LazyExoticComponent, lazy, memo } from 'react';
import type { PageDescriptor } from '#web/nav/page.ts';
import type { PageKind } from './kinds.ts';

export interface PageProps {
  page: PageDescriptor;
}

/** What draws each kind; 'missing' is the frame's own. Loaded when first opened, drawn again only for another page: every tab keeps its own. */
export const PAGES: Readonly<Record<Exclude<PageKind, 'missing'>, LazyExoticComponent<ComponentType<PageProps>>>> = {
  form: lazy(() => import('#web/pages/form/FormPage.tsx').then((room) => ({ default: memo(room.FormPage) }))),
  todo: lazy(() => import('#web/pages/todo/TodoPage.tsx').then((room) => ({ default: memo(room.TodoPage) }))),
  account: lazy(() => import('#web/pages/account/AccountPage.tsx').then((room) => ({ default: memo(room.AccountPage) }))),
  list: lazy(() => import('#web/pages/list/ListPage.tsx').then((room) => ({ default: memo(room.ListPage) }))),
};
