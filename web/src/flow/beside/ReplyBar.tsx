import { useState } from 'react';
import { isTooLong } from '#protocol/rules/event.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { FileRow } from '#web/fields/file.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { attached, useAttachments } from '../handling/attachments.ts';
import type { Attempts } from '../handling/case.ts';
import { useWrong } from '../handling/demands/use-wrong.ts';
import { useOnce } from '../handling/use-once.ts';
import { useOpinion } from '../handling/use-opinion.ts';
import { Words } from '../handling/Words.tsx';
import css from './ReplyBar.module.css';

export interface ReplyBarProps {
  cloud: string;
  id: number;
  me: number;
  /** the row that asks */
  row: ProcessRow;
  page: {
    /** says at the bar why nothing was done; null: that is over */
    complain(words: string | null): void;
    attempts: Attempts;
    done(message: string): void;
    /** whether the page tells itself what a refusal says */
    isTold(error: unknown): Promise<boolean>;
  };
}

/** The question and who asks it stand above; the answer is typed in the place of the opinion, and decides nothing (FORM-02 Reply). */
export function ReplyBar({ row, me, ...on }: ReplyBarProps) {
  const { t, label } = useText();
  const asker = label(row.create_entity);
  const it = useReply({ row, ...on });
  const { review_entity: of } = row;
  return (
    <section className={css.reply} aria-label={t('beside.replyBar')}>
      <div className={css.question}>
        <Avatar name={asker} quiet />
        <div>
          <b>{of.id === me ? t('beside.replyAsks', { who: asker }) : t('beside.replyAsksFor', { who: asker, of: label(of) })}</b>
          <p>{row.asked}</p>
          {row.attachs.length > 0 && (
            <ul className={css.files}>
              {row.attachs.map((file) => (
                <FileRow key={file.key_name} file={file} among={row.attachs} />
              ))}
            </ul>
          )}
        </div>
      </div>
      <Words
        label={t('beside.replyWords')}
        hint={t('beside.replyHint')}
        must
        phrases={[]}
        value={it.remark}
        wrong={it.wrong}
        attachments={it.attachments}
        onChange={it.write}
      />
      <div className={css.send}>
        <Button size="medium" kind="primary" icon="send" busy={it.working} disabled={isTooLong(it.remark)} onClick={() => void it.send()}>
          {t('beside.reply')}
        </Button>
      </div>
    </section>
  );
}

/** The answer as it is typed, kept as an opinion is, and sent once. */
function useReply({ cloud, id, row, page }: Omit<ReplyBarProps, 'me'>) {
  const { t, label } = useText();
  const opinion = useOpinion(cloud, id, row.id);
  const attach: typeof opinion.attach = (files) => {
    page.complain(null);
    opinion.attach(files);
  };
  const attachments = useAttachments({ cloud, id, files: opinion.files, put: attach });
  const [wrong, setWrong] = useWrong(page.attempts);
  const [sent, setSent] = useState<{ of: string; rid: string } | null>(null);
  const { working, once } = useOnce();
  const send = () =>
    once('Reply', async () => {
      page.complain(null);
      const remark = opinion.remark.trim();
      if (remark === '') return setWrong({ words: t('beside.replyNeeded') });
      if (attachments.uploading) return page.complain(t('beside.attachWait'));
      const content = { cloud, id, todo: row.id, remark, ...attached(opinion.files) };
      const of = JSON.stringify(content);
      const one = sent?.of === of ? sent : { of, rid: newRid() };
      setSent(one);
      try {
        await call(ops.reply, { ...content, _rid: one.rid });
        opinion.end();
        page.done(t('beside.replyDone', { who: label(row.create_entity) }));
      } catch (error) {
        if (!(await page.isTold(error))) page.complain(asApiError(error).remark);
      }
    });
  return {
    ...{ remark: opinion.remark, wrong, attachments, send, working: working !== null },
    write: (words: string) => {
      opinion.write(words);
      setWrong(null);
    },
  };
}
