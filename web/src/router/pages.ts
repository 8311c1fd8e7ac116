import { type ComponentType, type LazyExoticComponent, lazy, memo } from 'react';
import type { PageDescriptor } from '#web/nav/page.ts';
import type { PageKind } from './kinds.ts';

export interface PageProps {
  page: PageDescriptor;
}

/** What draws each kind; 'missing' is the frame's own. Loaded when first opened, drawn again only for another page: every tab keeps its own. */
export const PAGES: Readonly<Record<Exclude<PageKind, 'missing'>, LazyExoticComponent<ComponentType<PageProps>>>> = {
  account: lazy(() => import('#web/pages/people/AccountPage.tsx').then((room) => ({ default: memo(room.AccountPage) }))),
  form: lazy(() => import('#web/pages/tabform/RecordPage.tsx').then((room) => ({ default: memo(room.RecordPage) }))),
  tree: lazy(() => import('#web/pages/tree/TreePage.tsx').then((room) => ({ default: memo(room.TreePage) }))),
  group: lazy(() => import('#web/pages/group/GroupPage.tsx').then((room) => ({ default: memo(room.GroupPage) }))),
  todo: lazy(() => import('#web/pages/todo/TodoPage.tsx').then((room) => ({ default: memo(room.TodoPage) }))),
  messages: lazy(() => import('#web/pages/messages/MessagesPage.tsx').then((room) => ({ default: memo(room.MessagesPage) }))),
  changes: lazy(() => import('#web/pages/changes/ChangesPage.tsx').then((room) => ({ default: memo(room.ChangesPage) }))),
  bin: lazy(() => import('#web/pages/bin/BinPage.tsx').then((room) => ({ default: memo(room.BinPage) }))),
  batch: lazy(() => import('#web/pages/bulk/BatchPage.tsx').then((room) => ({ default: memo(room.BatchPage) }))),
  report: lazy(() => import('#web/pages/report/ReportPage.tsx').then((room) => ({ default: memo(room.ReportPage) }))),
  board: lazy(() => import('#web/pages/board/BoardPage.tsx').then((room) => ({ default: memo(room.BoardPage) }))),
  roles: lazy(() => import('#web/pages/roles/RolesPage.tsx').then((room) => ({ default: memo(room.RolesPage) }))),
  profile: lazy(() => import('#web/pages/account/AccountPage.tsx').then((room) => ({ default: memo(room.AccountPage) }))),
  list: lazy(() => import('#web/pages/list/ListPage.tsx').then((room) => ({ default: memo(room.ListPage) }))),
};
