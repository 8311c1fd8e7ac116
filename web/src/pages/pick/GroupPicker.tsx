import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { GroupSide } from '../group/GroupSide.tsx';
import { type GroupController, useGroupDialog } from '../group/use-group-page.ts';
import type { ListPickerProps } from '../list/ListPicker.tsx';
import { ListView } from '../list/ListView.tsx';
import { tableHeight } from '../list/state/columns.ts';
import { useListPage } from '../list/state/use-list-page.ts';
import css from './GroupPicker.module.css';

/** One record of a table that has groups: these on the left, the list of one on the right. */
export function GroupPicker({ cloud, title, fixed, onDone }: Omit<ListPickerProps, 'multiple' | 'chosen'>) {
  const phone = usePhone();
  const group = useGroupDialog(cloud, fixed);
  return (
    <Dialog open size="large" title={title} onClose={() => onDone(null)}>
      <div className={css.picker} style={{ height: Math.max(300, tableHeight(window.innerHeight) - 60) }}>
        {!phone && group.fields.length > 0 && <GroupSide group={group} />}
        {group.fixed && <Rows cloud={cloud} fixed={group.fixed} onDone={onDone} />}
      </div>
    </Dialog>
  );
}

type RowsProps = Pick<ListPickerProps, 'cloud' | 'onDone'> & { fixed: NonNullable<GroupController['fixed']> };

function Rows({ cloud, fixed, onDone }: RowsProps) {
  const list = useListPage({ cloud, mode: 'SELECT', fixed, onChoose: onDone });
  return <ListView list={list} bare />;
}
