import { dropKept, useKept } from '#web/drafts/use-draft.ts';
import { useLeftOpinion } from '#web/flow/handling/use-opinion.ts';
import { wallNow } from '#web/i18n/clock.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Banners.module.css';
import type { FormPage } from './control/use-form-page.ts';
import type { Stale } from './control/use-standing.ts';
import { Against, Duties } from './Duties.tsx';
import { useMerging } from './merge/use-merging.tsx';
import type { Values } from './state/form-state.ts';
import { recordName } from './state/record-name.ts';

interface BannersProps {
  page: FormPage;
  cloud: string;
  id: number;
  /** what a new record begins as a copy of */
  copied?: Values | undefined;
  onOpen(op: string): void;
}

/** What must be said above the form: something typed before, somebody else's save, the definition's own remark. */
export function Banners({ page, cloud, id, copied, onOpen }: BannersProps) {
  const texts = useText();
  const { t, label } = texts;
  const merging = useMerging(page);
  const remark = label(page.table, 'remark');
  return (
    <>
      {page.op === 'Show' ? <Waiting page={page} cloud={cloud} id={id} onOpen={onOpen} /> : <Typed page={page} />}
      {copied && page.op === 'Add' && <Banner icon="copy" words={t('form.copyFrom', { name: recordName(copied, page.table, texts) })} />}
      {page.closed && <Banner icon="info" words={closedWords(texts, page.closed, page.filler.user.id)} />}
      {page.gone?.map(({ field, person }) => (
        <Banner key={field} icon="alert" words={goneWords(texts, page, field, label(person))} />
      ))}
      {page.against && <Against against={page.against} />}
      {page.op === 'Show' && page.typing && <Duties typing={page.typing} cloud={cloud} id={id} />}
      <LeftOpinion cloud={cloud} id={id} todo={page.closed ? 'closed' : page.todo} />
      {page.stale && (
        <Banner tone="error" icon="alert" words={staleWords(page.stale, { t, label }, page.filler.user.id)}>
          <Button onClick={page.reload}>{t('form.staleLoad')}</Button>
          <Button onClick={page.keepMine}>{t('form.staleKeep')}</Button>
          <Button onClick={merging.begin}>{t('form.staleMerge')}</Button>
        </Banner>
      )}
      {merging.dialog}
      {page.overtaken && <Banner tone="error" icon="alert" words={overtakenWords(page.overtaken, { t, label })} />}
      {remark && (
        <div className={css.note}>
          <Icon name="info" />
          {remark}
        </div>
      )}
    </>
  );
}

/** Why there is nothing to decide, though the page was opened for it. */
function closedWords({ t, label }: Texts, { by, to, ...so }: NonNullable<FormPage['closed']>, me: number): string {
  const event = label(so.event) || t('form.handled');
  const step = label(so.step);
  if (to) return t('form.closedTo', { who: label(to), step });
  if (!by) return t('form.closedSo', { step });
  if (so.withdrawn) return t('form.closedBack', { who: label(by), step });
  return by.id === me ? t('form.closedByYou', { event, step }) : t('form.closedBy', { who: label(by), event, step });
}

/** A leader who cannot sign in: steps that go by him find nobody. */
const goneWords = ({ t, label }: Texts, { table }: FormPage, name: string, who: string): string =>
  t('form.leaderGone', { field: label(table?.fields.find(({ field_name }) => field_name === name)), who });

/** Who and when are told as far as the role sees them of the record. */
export function staleWords({ who, when }: Stale, { t, label }: Pick<Texts, 't' | 'label'>, me: number): string {
  const name = label(who);
  if (who?.id === me && when) return t('form.staleOwn', { when: when.slice(0, 16) });
  return name && when ? t('form.stale', { who: name, when: when.slice(0, 16) }) : t('form.staleSilent');
}

function overtakenWords({ who, when }: Stale, { t, label }: Pick<Texts, 't' | 'label'>): string {
  const name = label(who);
  return name && when ? t('form.overtaken', { who: name, when: when.slice(0, 16) }) : t('form.overtakenSilent');
}

/** What was put back, what another window holds, what a closed one left. */
function Typed({ page: { draft, discard } }: { page: FormPage }) {
  const { t } = useText();
  const { restored, lost, isElsewhere, left, isUnkept } = draft;
  const [other] = left;
  return (
    <>
      {restored && (
        <Banner
          icon="history"
          words={[t('form.draftRestored', { when: timeOf(restored.at) }), lost > 0 && t('form.draftPartly', { n: lost })]}
        >
          <Button kind="link" onClick={discard}>
            {t('form.draftDiscard')}
          </Button>
        </Banner>
      )}
      {other && (
        <Banner icon="history" words={t('form.draftLeft', { when: timeOf(other.at) })}>
          <Button kind="link" onClick={() => draft.take(other)}>
            {t('form.draftTake')}
          </Button>
        </Banner>
      )}
      {isElsewhere && <Banner icon="info" words={t('form.draftElsewhere')} />}
      {isUnkept && <Banner icon="alert" words={t('form.draftUnkept')} />}
    </>
  );
}

/** A record that is looked at, with something typed into it that waits. */
function Waiting({ page, cloud, id, onOpen }: BannersProps) {
  const { t } = useText();
  const place = { part: 'form', cloud, id } as const;
  const kept = useKept(place, id > 0);
  const op = ['Review', 'Modify'].find((each) => page.actions.some((action) => action.op === each));
  if (!kept) return null;
  return (
    <Banner icon="history" words={t(op ? 'form.draftWaits' : 'form.draftHeld', { when: timeOf(kept.at) })}>
      {op && (
        <Button kind="link" onClick={() => onOpen(op)}>
          {t('form.draftGoOn')}
        </Button>
      )}
      <Button kind="link" onClick={() => dropKept(place)}>
        {t('form.draftDiscard')}
      </Button>
    </Banner>
  );
}

/** Words that were never sent, upon a to-do that is closed. */
function LeftOpinion({ cloud, id, todo }: { cloud: string; id: number; todo: number | undefined | 'closed' }) {
  const { t } = useText();
  const left = useLeftOpinion(cloud, id, todo);
  if (!left) return null;
  return (
    <Banner icon="history" words={t('form.opinionLeft', { when: timeOf(left.at), words: left.remark })}>
      <Button kind="link" onClick={left.drop}>
        {t('form.draftDiscard')}
      </Button>
    </Banner>
  );
}

const timeOf = (at: number): string => shortTime(wallNow(at));
