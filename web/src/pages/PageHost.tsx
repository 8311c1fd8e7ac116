import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { toolbarActions } from '#protocol/rules/actions.ts';
import type { EntityValue, WireRow } from '#protocol/wire/envelope.ts';
import { tableOf } from '#web/api/table-of.ts';
import { useTable } from '#web/api/use-table.ts';
import { type FieldHost, FieldHostProvider } from '#web/fields/host.ts';
import { narrowedBy } from '#web/fields/narrowed.ts';
import { asText } from '#web/fields/values.ts';
import { useText } from '#web/i18n/use-text.ts';
import { dataLabel } from '#web/nav/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { FootStart } from '#web/ui/overlay/foot-start.ts';
import { fieldHost } from './field-host.ts';
import type { AddDialogProps } from './form/adding/AddDialog.tsx';
import type { ListPickerProps } from './list/ListPicker.tsx';

const AddDialog = lazy(() => import('./form/adding/AddDialog.tsx').then((room) => ({ default: room.AddDialog })));
const ListPicker = lazy(() => import('./list/ListPicker.tsx').then((room) => ({ default: room.ListPicker })));
const TreePicker = lazy(() => import('./tree/TreePicker.tsx').then((room) => ({ default: room.TreePicker })));

interface Picking extends ListPickerProps {
  /** the field that is filled, and the record that it is of */
  into: { uid: string; id: unknown };
  /** begins a new record in the place of choosing one */
  onAdd(): Promise<void>;
}
const GroupedPicker = lazy(() => import('./pick/GroupedPicker.tsx').then((room) => ({ default: room.GroupedPicker })));

const asRow = (value: EntityValue): WireRow => ({ ...value, key_name: value.key_name ?? '' });
const asValue = (row: WireRow): EntityValue => ({ id: row.id, ...dataLabel(String(row.key_name ?? ''), asText(row.key_name_en)) });

/** What pages need around them, and where pickers open; the frame puts it there once. */
export function PageHost({ children }: { children: ReactNode }) {
  const { label } = useText();
  const [picking, setPicking] = useState<Picking | null>(null);
  const [adding, setAdding] = useState<AddDialogProps | null>(null);
  const host = useMemo<FieldHost>(() => {
    const add: NonNullable<FieldHost['add']> = (field, text) =>
      new Promise((resolve) =>
        setAdding({
          cloud: tableOf(field.source ?? ''),
          into: field.uid,
          starting: text ? { key_name: text } : {},
          onDone: (added) => {
            setAdding(null);
            resolve(added);
          },
        }),
      );
    return {
      ...fieldHost,
      add,
      pick: (field, multiple, chosen, values) =>
        new Promise((resolve) =>
          setPicking({
            cloud: field.source ?? '',
            multiple,
            title: label(field),
            chosen: chosen.map(asRow),
            fixed: narrowedBy(field, values),
            ...(multiple && field.max !== undefined ? { most: Number(field.max) } : {}),
            into: { uid: field.uid, id: values.id },
            onAdd: async () => {
              const added = await add(field, '');
              if (!added || multiple) return;
              setPicking(null);
              resolve([added]);
            },
            onDone: (rows) => {
              setPicking(null);
              resolve(rows?.map(asValue) ?? null);
            },
          }),
        ),
    };
  }, [label]);
  return (
    <FieldHostProvider value={host}>
      {children}
      {picking && <Picker {...picking} />}
      {adding && (
        <Suspense fallback={null}>
          <AddDialog {...adding} />
        </Suspense>
      )}
    </FieldHostProvider>
  );
}

/** Records are chosen where their table says (its `type`): in their tree, from their groups, else from their list. */
function Picker({ onAdd, ...picking }: Picking) {
  const { t } = useText();
  const { table, query } = useTable(picking.cloud);
  if (query.isPending) return null;
  const type = table?.type;
  const mayAdd = table !== undefined && toolbarActions(table, () => true).some(({ op }) => op === 'Add');
  const add = mayAdd && (
    <Button size="medium" icon="add" onClick={() => void onAdd()}>
      {t('list.addOne')}
    </Button>
  );
  return (
    <FootStart value={add}>
      <Suspense fallback={null}>
        {type === 'TREE' ? (
          <TreePicker {...picking} />
        ) : type === 'GROUP' || type === 'USER' ? (
          <GroupedPicker {...picking} type={type} />
        ) : (
          <ListPicker {...picking} />
        )}
      </Suspense>
    </FootStart>
  );
}
