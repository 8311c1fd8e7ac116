import { useState } from 'react';
import type { Attachment } from '#protocol/wire/attachment.ts';
import { ops } from '#web/api/ops.ts';
import { isLooking } from '#web/api/session.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { PreviewButton } from '#web/fields/preview/PreviewButton.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { ATTACHED_EN, ATTACHED_ZH } from '#web/i18n/parts/records/attached.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { SectionHead } from '../content/SectionHead.tsx';
import css from './AttachmentList.module.css';

addTexts(ATTACHED_ZH, ATTACHED_EN);

const PAGE = 20;

interface Of {
  cloud: string;
  id: number;
}

/** What stands in a record by its files, the last first: of its fields, of its rows, of what was said of it. Nothing while there is none. */
export function AttachmentList(of: Of) {
  const { t } = useText();
  const [pages, setPages] = useState(1);
  const query = useAttachments({ ...of, page: 1 });
  const { error, outdated } = failureOf(query);
  if (error) return <ErrorState why={error.remark} onRetry={() => query.refetch()} />;
  const total = query.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <details className={css.all} open>
      <summary>
        <SectionHead>
          {t('attached.title')}
          <small>{total}</small>
        </SectionHead>
      </summary>
      <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
      <div className={css.list}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('attached.name')}</th>
              <th scope="col" className={css.r}>
                {t('attached.size')}
              </th>
              <th scope="col">{t('attached.place')}</th>
              <th scope="col">{t('attached.by')}</th>
              <th scope="col">{t('attached.time')}</th>
            </tr>
          </thead>
          {Array.from({ length: pages }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            <Lines key={at} {...of} page={at + 1} />
          ))}
        </table>
      </div>
      {total > pages * PAGE && (
        <Button className={css.more} onClick={() => setPages(pages + 1)}>
          {t('attached.more')}
        </Button>
      )}
    </details>
  );
}

const useAttachments = (asked: Of & { page: number }) => useOp(ops.attachs, { ...asked, rows: PAGE }, { fresh: 0 });

function Lines(asked: Of & { page: number }) {
  const query = useAttachments(asked);
  const late = useLate(query.isPending);
  const { error } = failureOf(query);
  const files = (query.data?.rows ?? []) as unknown as Attachment[];
  const instead = error ? <ErrorState why={error.remark} onRetry={() => query.refetch()} /> : late ? <SkeletonLines lines={3} /> : null;
  return (
    <tbody>
      {files.map((file) => (
        <Line key={file.key_name} file={file} among={files} />
      ))}
      {instead && (
        <tr>
          <td colSpan={5}>{instead}</td>
        </tr>
      )}
    </tbody>
  );
}

function Line({ file, among }: { file: Attachment; among: readonly Attachment[] }) {
  const { t, label } = useText();
  const { field } = file.place;
  return (
    <tr>
      <td className={css.name}>
        {isLooking() ? (
          // no file is handed out through somebody's eyes
          <span>{file.file_name}</span>
        ) : (
          <a href={file.url} download={file.file_name} title={file.file_name}>
            {file.file_name}
          </a>
        )}
        <PreviewButton file={file} among={among} />
      </td>
      <td className={css.r}>{formatBytes(file.length)}</td>
      <td>
        {field === null
          ? [t('attached.said'), file.review_state && label(file.review_state)].filter(Boolean).join(' · ')
          : label(file.place)}
      </td>
      <td>{label(file.create_entity) || t('fields.unauthorized')}</td>
      <td className={css.time}>{file.create_time.slice(0, 16)}</td>
    </tr>
  );
}
