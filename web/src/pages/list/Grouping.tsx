import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton, type IconButtonProps } from '#web/ui/Button.tsx';
import type { ListController } from './state/use-list-page.ts';

const GroupMark = lazy(() => import('./grouped/GroupMark.tsx').then((room) => ({ default: room.GroupMark })));

/** By what the rows stand in groups; what says and changes that comes once somebody asks for it. */
export function Grouping({ list, ...look }: { list: ListController } & Pick<IconButtonProps, 'size'>) {
  const { t } = useText();
  const [asked, setAsked] = useState(false);
  if (list.mode !== 'LIST') return null;
  const begin = <IconButton icon="tree" label={t('list.group')} onClick={() => setAsked(true)} {...look} />;
  if (!asked && list.state.groups.length === 0) return begin;
  return (
    <Suspense fallback={begin}>
      <GroupMark list={list} begun={asked} {...look} />
    </Suspense>
  );
}
