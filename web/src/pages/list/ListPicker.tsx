import { useRef, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import css from './ListPicker.module.css';
import { ListView } from './ListView.tsx';
import { tableHeight } from './state/columns.ts';
import { useListPage } from './state/use-list-page.ts';

export interface ListPickerProps {
  cloud: string;
  multiple: boolean;
  title: string;
  chosen: readonly WireRow[];
  fixed?: Readonly<Record<string, FieldFilter>>;
  /** of several: how many at most */
  most?: number;
  /** null: closed without a choice */
  onDone: (rows: readonly WireRow[] | null) => void;
}

/** A list in a dialog to choose from: one record by a click, several with boxes and OK. */
export function ListPicker(props: ListPickerProps) {
  const { t } = useText();
  const chosen = useRef<readonly WireRow[]>(props.chosen);
  const [count, setCount] = useState(props.chosen.length);
  const done = () => props.onDone(chosen.current);
  return (
    <Dialog
      open
      size="large"
      title={props.title}
      onClose={() => props.onDone(null)}
      footer={
        props.multiple ? (
          <>
            <span className={css.pickCount}>{t('list.chosen', { n: count })}</span>
            <Button size="medium" onClick={() => props.onDone(null)}>
              {t('ui.cancel')}
            </Button>
            <Button size="medium" kind="primary" onClick={done}>
              {t('list.choose')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className={css.picker} style={{ height: Math.max(300, tableHeight(window.innerHeight) - 60) }}>
        <PickerList
          {...props}
          onChange={(rows) => {
            chosen.current = rows;
            setCount(rows.length);
          }}
        />
      </div>
    </Dialog>
  );
}

function PickerList({
  cloud,
  multiple,
  chosen,
  fixed,
  onDone,
  onChange,
}: ListPickerProps & { onChange: (rows: readonly WireRow[]) => void }) {
  const list = useListPage({
    cloud,
    mode: multiple ? 'MULTI' : 'SELECT',
    chosen,
    onChoose: onDone,
    onSelection: onChange,
    ...(fixed ? { fixed } : {}),
  });
  return <ListView list={list} bare />;
}
