import type { TableDef } from '#protocol/meta/table.ts';
import { stepOf } from '#protocol/rules/actions.ts';
import { TODO } from '#protocol/rules/todo.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { formatStay } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { Tag, type TagTone } from '#web/ui/marks/Tag.tsx';
import { Either, When } from '#web/ui/Paper.tsx';
import { ErrorState, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { isRefusal } from './events.ts';
import css from './Timeline.module.css';
import { isOpenRow, type Process, secondsOpen } from './use-process.ts';

interface TimelineProps extends Pick<Process, 'rows' | 'loading' | 'error' | 'ask' | 'askedAt'> {
  table: TableDef;
  me: number;
}

/** How it was handled, newest first: who, at which step, what was said, how long it lay. */
export function Timeline({ table, rows, loading, error, ask, askedAt, me }: TimelineProps) {
  const { t } = useText();
  const now = useNow();
  const late = useLate(loading);
  if (error && rows.length === 0) return <ErrorState why={error.remark} onRetry={ask} />;
  if (loading) return late ? <SkeletonLines lines={6} /> : null;
  if (rows.length === 0) return <p className={css.quiet}>{t('flow.notSubmitted')}</p>;
  return (
    <ol className={css.timeline} aria-label={t('flow.process')}>
      {[...rows].reverse().map((row) => (
        <Entry key={row.id} table={table} row={row} me={me} waited={isOpenRow(row) ? secondsOpen(row, askedAt, now) : null} />
      ))}
    </ol>
  );
}

/** `waited`: seconds so far of one that waits, else null. */
function Entry({ table, row, me, waited }: { table: TableDef; row: ProcessRow; me: number; waited: number | null }) {
  const { t, label } = useText();
  const step = label(stepOf(table, row.back_state));
  const open = waited !== null;
  // what one reads is read, before the server's word for it is there
  const read = row.read_time !== null || row.review_entity.id === me;
  return (
    <li>
      <span className={css.face}>
        <Avatar name={label(row.review_entity)} quiet={!open || row.review_entity.id !== me} />
      </span>
      <div className={css.head}>
        <span className={css.step}>
          <span>{step}</span>
          <Tag tone={toneOf(table, row)}>{open ? t(read ? 'flow.read' : 'flow.unread') : label(row.label)}</Tag>
        </span>
        <When at={row.finish_time ?? row.create_time} />
      </div>
      {row.remark && <p>{row.remark}</p>}
      {row.attachs.map((file) => (
        <p key={file.key_name}>
          <a href={file.url} download={file.file_name}>
            {file.file_name}
          </a>
        </p>
      ))}
      <small>
        <Either screen={<Who row={row} waited={waited} me={me} />} paper={<Who row={row} waited={waited} />} />
      </small>
    </li>
  );
}

/** Who, how long it lay and who got a copy. On paper (without `me`) everybody has a name, and nothing goes on. */
function Who({ row, waited, me }: { row: ProcessRow; waited: number | null; me?: number }) {
  const { t, label, listed, locale } = useText();
  const { review_entity, done_entity, copies } = row;
  const open = waited !== null;
  const name = review_entity.id === me ? t('flow.you') : label(review_entity);
  const stay = formatStay(waited ?? row.duration, locale);
  const lay = row.review_state.id !== TODO.submitted && stay !== '' && !(open && me === undefined);
  return [
    done_entity && done_entity.id !== review_entity.id ? t('flow.onBehalf', { who: label(done_entity), of: name }) : name,
    ...(lay ? [t(open ? 'flow.waiting' : 'flow.took', { stay })] : []),
    ...(copies.length > 0 ? [t('flow.copied', { who: listed(copies.map((each) => label(each))) })] : []),
  ].join('　');
}

/** What went back comes again; what was refused does not. */
function toneOf(table: TableDef, row: ProcessRow): TagTone {
  if (isOpenRow(row)) return 'accent';
  if (row.outcome === -1) return isRefusal(table, row.event_id) ? 'red' : 'orange';
  return row.outcome === 1 && row.review_state.id === TODO.decided ? 'teal' : 'grey';
}
