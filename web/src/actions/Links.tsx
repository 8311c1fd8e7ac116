import { useRef, useState } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { PEOPLE_EN, PEOPLE_ZH } from '#web/i18n/parts/people.ts';
import { say, useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { toClipboard } from '#web/ui/clipboard.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import css from './Links.module.css';

addTexts(PEOPLE_ZH, PEOPLE_EN);

/** A one-time link as Invite answers it. */
export interface LinkRow {
  id: number;
  key_name: string;
  key_name_en: string;
  purpose: 'invite' | 'reset';
  link: string;
  /** 1: it is in the outbox, too; absent: nobody asked for that */
  mailed?: 0 | 1;
}

/** Shows links once, to be copied: who closes this sees them no more. */
export async function showLinks(rows: readonly LinkRow[]): Promise<void> {
  await ask({ title: say('people.links'), body: <Links rows={rows} />, ok: say('ui.close'), cancel: false });
}

/** What is behind the `#` stays in the browser: no server sees it, no log keeps it. */
const addressOf = ({ link }: LinkRow): string => `${location.origin}/enter#${link}`;

function Links({ rows }: { rows: readonly LinkRow[] }) {
  const { t, label } = useText();
  const all = rows.map((row) => t('people.line', { name: label(row), link: addressOf(row) })).join('\n');
  return (
    <div className={css.links}>
      <p className={css.why}>{t('people.linksWhy')}</p>
      <ul>
        {rows.map((row) => (
          <OneLink key={row.id} row={row} />
        ))}
      </ul>
      {rows.length > 1 && <CopyButton text={all} word={t('people.copyAll')} />}
    </div>
  );
}

const PURPOSES = { invite: 'people.invite', reset: 'people.reset' } as const;

function OneLink({ row }: { row: LinkRow }) {
  const { t, label } = useText();
  const box = useRef<HTMLInputElement>(null);
  const name = label(row);
  return (
    <li>
      <div className={css.who}>
        <b>{name}</b>
        <span>{t(PURPOSES[row.purpose])}</span>
        {row.mailed !== undefined && <span>{t(row.mailed ? 'people.mailed' : 'people.notMailed')}</span>}
      </div>
      <div className={css.line}>
        <input ref={box} readOnly value={addressOf(row)} aria-label={name} onFocus={(event) => event.target.select()} />
        <CopyButton text={addressOf(row)} word={t('people.copy')} box={box} />
      </div>
    </li>
  );
}

function CopyButton({ text, word, box }: { text: string; word: string; box?: { readonly current: HTMLInputElement | null } }) {
  const { t } = useText();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    const copied = await toClipboard(text);
    setDone(copied);
    if (!copied) {
      box?.current?.select();
      toast.info(t('people.copyFailed'));
    }
  };
  return (
    <Button size="medium" icon={isDone ? 'check' : 'copy'} onClick={() => void copy()}>
      {isDone ? t('people.copied') : word}
    </Button>
  );
}
