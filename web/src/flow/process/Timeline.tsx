import { TODO } from '#protocol/rules/todo.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { PreviewButton } from '#web/fields/preview/PreviewButton.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatBytes, formatStay } from '#web/i18n/format.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { fullTime, shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { Tag, type TagTone } from '#web/ui/marks/Tag.tsx';
import { Either, When } from '#web/ui/Paper.tsx';
import { ErrorState, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Limit } from './Limit.tsx';
import css from './Timeline.module.css';
import { isOpenRow, newestFirst, type Process, secondsOpen } from './use-process.ts';

addTexts(BESIDE_ZH, BESIDE_EN);

export interface TimelineProps extends Pick<Process, 'rows' | 'loading' | 'error' | 'ask' | 'askedAt'> {
  me: number;
  /** takes a signer off, or asks who has a row to hurry, where the reader may; absent: the process is only read */
  onAct?: (act: { op: 'RemoveSign' | 'Urge'; row: ProcessRow }) => void;
}

/** How it was handled, newest first: who, at which step, what was said, how long it lay. */
export function Timeline({ rows, loading, error, ask, askedAt, me, onAct }: TimelineProps) {
  const { t } = useText();
  const now = useNow();
  const late = useLate(loading);
  if (error && rows.length === 0) return <ErrorState why={error.remark} onRetry={ask} />;
  if (loading) return late ? <SkeletonLines lines={6} /> : null;
  if (rows.length === 0) return <p className={css.quiet}>{t('flow.notSubmitted')}</p>;
  return (
    <ol className={css.timeline} aria-label={t('flow.process')}>
      {newestFirst(rows).map((row) => (
        <Entry key={row.id} {...{ row, rows, me, onAct }} waited={isOpenRow(row) ? secondsOpen(row, askedAt, now) : null} />
      ))}
    </ol>
  );
}

interface EntryProps extends Pick<TimelineProps, 'rows' | 'me' | 'onAct'> {
  row: ProcessRow;
  /** seconds so far of one that waits, else null */
  waited: number | null;
}

function Entry({ row, rows, me, onAct, waited }: EntryProps) {
  const { t, label } = useText();
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
          <span>{label(row.step)}</span>
          <Tag tone={toneOf(row)}>{open ? t(read ? 'flow.read' : 'flow.unread') : label(row.label)}</Tag>
        </span>
        <When at={row.finish_time ?? row.create_time} />
      </div>
      <Told row={row} me={me} />
      {row.skipped && <p className={css.asked}>{t(SKIPPED[row.skipped])}</p>}
      {row.resume && <p className={css.asked}>{t(RESUMED[row.resume])}</p>}
      {row.attachs.map((file) => (
        <p key={file.key_name} className={css.attached}>
          <Icon name="file" size={14} />
          <a href={file.url} download={file.file_name}>
            {file.file_name}
          </a>
          <small>{formatBytes(file.length)}</small>
          <PreviewButton file={file} among={row.attachs} />
        </p>
      ))}
      <small>
        <Either screen={<Who row={row} rows={rows} waited={waited} me={me} />} paper={<Who row={row} rows={rows} waited={waited} />} />
      </small>
      <Until row={row} />
      {onAct && <RowActs row={row} onAct={onAct} />}
    </li>
  );
}

/** Until when it might lie, while it waits also by what its step says. */
function Until({ row: { limit_time, due_time, finish_time } }: { row: ProcessRow }) {
  const limits = [...new Set([due_time, limit_time])].filter((limit) => limit !== null && limit !== undefined);
  return limits.map((limit) => (
    <small key={limit} className={css.limit}>
      <Limit limit={limit} isUrgent={limit === limit_time} done={finish_time} whole />
    </small>
  ));
}

/** Why the engine went past a row. */
const SKIPPED = { self: 'beside.skipSelf', empty: 'beside.skipEmpty', same: 'beside.skipSame', late: 'beside.skipLate' } as const;

/** Whether what was returned `direct` came straight back. */
const RESUMED = {
  direct: 'beside.resumeDirect',
  step: 'beside.resumeStep',
  version: 'beside.resumeVersion',
  way: 'beside.resumeWay',
  changed: 'beside.resumeChanged',
} as const;

/** What its holder was told when he got it, and by whom; below it what he said. */
function Told({ row, me }: { row: ProcessRow; me: number }) {
  const { t, label } = useText();
  const { asked, remark, create_entity } = row;
  const isYou = create_entity.id === me && t('flow.you');
  const isAnswer = row.review_state.id === TODO.replied;
  const verb = t(toldAs(row), { who: isYou || label(create_entity) });
  const paper = t(toldAs(row), { who: label(create_entity) });
  return (
    <>
      {asked && (
        <p className={css.asked}>
          <b>
            <Either screen={verb} paper={paper} />
          </b>{' '}
          {asked}
        </p>
      )}
      {remark && (
        <p>
          {isAnswer && <b>{t('beside.answer')} </b>}
          {remark}
        </p>
      )}
    </>
  );
}

/** Why a row came to its holder; one that was withdrawn says no more of it than that. */
function toldAs({ review_state: { id }, added }: ProcessRow) {
  if (id === TODO.asked || id === TODO.replied) return 'beside.rowRelay' as const;
  if (id === TODO.revoked) return 'beside.rowTold' as const;
  return added ? ('beside.rowAddSign' as const) : ('beside.rowAssign' as const);
}

/** What the reader may do about this one row. */
function RowActs({ row, onAct }: { row: ProcessRow; onAct: NonNullable<TimelineProps['onAct']> }) {
  const { t, label } = useText();
  const who = label(row.review_entity);
  if (!row.removable && !row.urgeable) return null;
  return (
    <span className={`${css.acts} no-print`}>
      {row.urgeable && (
        <Button kind="link" size="small" aria-label={t('beside.urgeOf', { who })} onClick={() => onAct({ op: 'Urge', row })}>
          {t('beside.Urge')}
        </Button>
      )}
      {row.removable && (
        <Button kind="link" size="small" aria-label={t('beside.removeSignOf', { who })} onClick={() => onAct({ op: 'RemoveSign', row })}>
          {t('beside.RemoveSign')}
        </Button>
      )}
    </span>
  );
}

type WhoProps = Pick<EntryProps, 'row' | 'rows' | 'waited'> & { me?: number };

/** Who, how long it lay, when he was asked to hurry and who got a copy. On paper (without `me`) everybody has a name, and nothing goes on. */
function Who({ row, rows, waited, me }: WhoProps) {
  const texts = useText();
  const { t, label, listed, locale } = texts;
  const { copies, urge_time } = row;
  const open = waited !== null;
  const stay = formatStay(waited ?? row.duration, locale);
  const lay = row.review_state.id !== TODO.submitted && stay !== '' && !(open && me === undefined);
  return [
    whoActed(texts, row, rows, me),
    ...(lay ? [t(open ? 'flow.waiting' : 'flow.took', { stay })] : []),
    ...(urge_time ? [t('beside.urged', { time: me === undefined ? fullTime(urge_time) : shortTime(urge_time) })] : []),
    ...(copies.length > 0 ? [t('flow.copied', { who: listed(copies.map((each) => label(each))) })] : []),
  ].join('　');
}

/** Whose row it is, and whose hand ended it. */
function whoActed({ t, label, listed }: Texts, row: ProcessRow, rows: readonly ProcessRow[], me: number | undefined): string {
  const { review_entity, done_entity, to } = row;
  const nameOf = (one: EntityValue) => (one.id === me ? t('flow.you') : label(one));
  const of = nameOf(review_entity);
  const other = done_entity && done_entity.id !== review_entity.id ? nameOf(done_entity) : null;
  if (row.review_state.id === TODO.moved && other === null)
    return t('beside.passedTo', { who: of, to: listed(passedTo(row, rows).map(nameOf)) });
  if (to) return t('flow.handedTo', { of, to: nameOf(to), who: other ?? of });
  if (other === null) return of;
  if (row.review_state.id === TODO.revoked) return t('beside.withdrawnBy', { of, who: other });
  if (row.review_state.id === TODO.excused) return t('beside.takenOffBy', { of, who: other });
  return t('flow.onBehalf', { who: other, of });
}

/** All to whom a row was passed on: they got it in the same moment, with the same words. */
function passedTo({ finish_time, remark, visit, to }: ProcessRow, rows: readonly ProcessRow[]): EntityValue[] {
  const all = rows.filter((one) => one.visit === visit && one.create_time === finish_time && one.asked === remark);
  return all.length > 0 ? all.map(({ review_entity }) => review_entity) : to ? [to] : [];
}

/** What went back comes again; what was refused does not. */
function toneOf(row: ProcessRow): TagTone {
  if (isOpenRow(row)) return 'accent';
  if (row.outcome === -1) return row.refused ? 'red' : 'orange';
  return row.outcome === 1 && row.review_state.id === TODO.decided ? 'teal' : 'grey';
}
