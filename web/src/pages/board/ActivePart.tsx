import type { EntityValue, WireRow } from '#protocol/wire/envelope.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { Line, Lines } from './PartLines.tsx';
import type { LoadedWidget, Told, ToldOf } from './use-board.ts';

/** Of a table a record that somebody opened; of a record who did. */
type Opened = { user: EntityValue; last_time: string } & Partial<WireRow>;

/** Who opened the record of which the board tells, or which records of a table others opened last (DESK-02); a press opens the record. */
export function ActivePart({ widget, told, of }: { widget: LoadedWidget; told: Told; of: ToldOf | undefined }) {
  const { t, label } = useText();
  return (
    <Lines none={t('board.noneOpened')}>
      {((told.rows ?? []) as unknown as readonly Opened[]).map((row) => {
        const { user, last_time } = row;
        const record = { key_name: String(row.key_name ?? ''), key_name_en: String(row.key_name_en ?? '') };
        const open = () =>
          of
            ? nav.visit({ ...of, op: 'Show' }, {})
            : nav.open({ cloud: widget.cloud ?? '', op: 'Show', id: row.id! }, dataLabel(record.key_name, record.key_name_en));
        return (
          <Line
            key={`${row.id} ${user.id}`}
            name={of ? label(user) : label(record)}
            about={of ? undefined : t('board.openedBy', { name: label(user) })}
            end={shortTime(last_time)}
            onOpen={open}
          />
        );
      })}
    </Lines>
  );
}
