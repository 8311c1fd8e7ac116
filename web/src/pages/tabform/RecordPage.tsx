import { lazy } from 'react';
import type { PageDescriptor } from '#web/nav/page.ts';
import { FormPage } from '../form/FormPage.tsx';

const TabRows = lazy(() => import('./TabRows.tsx').then((room) => ({ default: room.TabRows })));

/** A record as a page of its own: its form, and lists of those of its sub-tables that stand in tabs (PAGES-01). */
export const RecordPage = ({ page }: { page: PageDescriptor }) => <FormPage page={page} Rows={TabRows} />;
