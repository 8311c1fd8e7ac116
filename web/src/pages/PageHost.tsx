import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { toolbarActions } from '#protocol/rules/actions.ts';
import type { EntityValue, WireRow } from '#protocol/wire/envelope.ts';
import { whenQuiet } from '#web/api/time/when-quiet.ts';
import { useTable } from '#web/api/use-table.ts';
import { bringBoxes } from '#web/fields/date.tsx';
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

/** A dialog that fields have opened: over another one, where a field in that opened it. */
type Opened = { key: number } & ({ pick: Picking } | { add: AddDialogProps });

/** How fields open dialogs, and those that stand open, the topmost last. */
function useOpened(): { host: FieldHost; opened: readonly Opened[] } {
  const { label } = useText();
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const host = useMemo<FieldHost>(() => {
    /** Opens one more; `end` closes it again. */
    const open = (make: (end: () => void) => { pick: Picking } | { add: AddDialogProps }): void => {
      drawn += 1;
      const key = drawn;
      const one = make(() => setOpened((all) => all.filter((each) => each.key !== key)));
      setOpened((all) => [...all, { key, ...one }]);
    };
    const add: NonNullable<FieldHost['add']> = (field, text, values) =>
      new Promise((resolve) =>
        open((end) => ({
          add: {
            ...{ field, text, values },
            onDone: (added) => {
              end();
              resolve(added);
            },
          },
        })),
      );
    const pick: NonNullable<FieldHost['pick']> = (field, multiple, chosen, values) =>
      new Promise((resolve) =>
        open((end) => ({
          pick: {
            cloud: field.source ?? '',
            multiple,
            title: label(field),
            chosen: chosen.map(asRow),
            fixed: narrowedBy(field, values),
            ...(multiple && field.max !== undefined ? { most: Number(field.max) } : {}),
            into: { uid: field.uid, id: values.id },
            onAdd: async () => {
              const added = await add(field, '', values);
              if (!added || multiple) return;
              end();
              resolve([added]);
            },
            onDone: (rows) => {
              end();
              resolve(rows?.map(asValue) ?? null);
            },
          },
        })),
      );
    return { ...fieldHost, add, pick };
  }, [label]);
  return { host, opened };
}

/** What the first form or filter types days in; where it does not come, theirs asks again. */
const bringCalendar = (): void => void bringBoxes().catch(() => undefined);

/** What pages need around them, and where pickers open; the frame puts it there once. */
export function PageHost({ children }: { children: ReactNode }) {
  const { host, opened } = useOpened();
  useEffect(() => whenQuiet(bringCalendar), []);
  return (
    <FieldHostProvider value={host}>
      {children}
      {opened.map((one) =>
        'pick' in one ? (
          <Picker key={one.key} {...one.pick} />
        ) : (
          <Suspense key={one.key} fallback={null}>
            <AddDialog {...one.add} />
          </Suspense>
        ),
      )}
    </FieldHostProvider>
  );
}

let drawn = 0;

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
