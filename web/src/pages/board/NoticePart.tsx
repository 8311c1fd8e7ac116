import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { NoticeMark } from '../messages/NoticeMark.tsx';
import type { NoticeItem } from '../messages/notice-item.ts';
import { isNew, openNotice, titleOf } from '../messages/notices.ts';
import { Line, Lines } from './PartLines.tsx';
import type { LoadedWidget, Told } from './use-board.ts';

/** What one was told and has not read, or what its part picks of all that one was told (DESK-02). */
export function NoticePart({ widget, told }: { widget: LoadedWidget; told: Told }) {
  const { t, label } = useText();
  return (
    <Lines none={t(widget.filters ? 'board.noneTold' : 'board.noneUnread')}>
      {((told.rows ?? []) as unknown as readonly NoticeItem[]).map((row) => {
        const title = titleOf(row);
        return (
          <Line
            key={row.id}
            name={title ? t(title) : label(row)}
            isNew={isNew(row)}
            mark={row.kind && <NoticeMark kind={row.kind.id} />}
            end={shortTime(row.create_time.slice(0, 10))}
            onOpen={() => void openNotice(row)}
          />
        );
      })}
    </Lines>
  );
}
