import type { ReactNode } from 'react';
import { Acting } from '#web/entry/Acting.tsx';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Kbd } from '#web/ui/marks/Kbd.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import css from './BatchBar.module.css';
import { CommonOpinion } from './CommonOpinion.tsx';
import { planOf } from './plan.ts';
import { type Batch, tallyOf, type Way } from './result.ts';
import type { BatchOn } from './tables.ts';

/** Each way in words: as a button, at work, and done. */
const WAYS = {
  agree: { press: 'batch.agree', doing: 'batch.doing.agree', did: 'batch.did.agree' },
  home: { press: 'batch.home', doing: 'batch.doing.home', did: 'batch.did.home' },
  refuse: { press: 'batch.refuse', doing: 'batch.doing.refuse', did: 'batch.did.refuse' },
} as const;

/** How many are chosen and what can be done with them; while that is done how far it is, and how it ended. */
export function BatchBar({ on }: { on: BatchOn }) {
  const { t } = useText();
  const phone = usePhone();
  const { batch, chosen } = on.it;
  return (
    <section className={css.bar} aria-label={t('batch.bar')} data-bar="">
      {phone && !batch?.isRunning && <CommonOpinion it={on.it} />}
      <div className={css.line}>
        {batch ? <Told batch={batch} /> : <b>{t('batch.chosen', { n: chosen.length })}</b>}
        <span className={css.grow} />
        <Acting>
          <Buttons on={on} phone={phone} />
        </Acting>
      </div>
    </section>
  );
}

/** How far it is, and what came of it so far. */
function Told({ batch: { way, results, isRunning } }: { batch: Batch }) {
  const { t } = useText();
  const { all, over, done, failed, person, gone, stopped } = tallyOf(results);
  const parts: readonly [number, string, ReactNode][] = [
    [done, css.done!, t(WAYS[way].did, { n: done })],
    [failed, css.failed!, t('batch.failed', { n: failed })],
    [person, css.person!, t('batch.person', { n: person })],
    [gone, css.gone!, t('batch.gone', { n: gone })],
    [stopped, css.gone!, t('batch.stopped', { n: stopped })],
  ];
  return (
    <span className={css.told} role="status" aria-live={isRunning ? 'off' : 'polite'}>
      <b>{t(WAYS[way].doing, { n: all })}</b>
      <span>
        {formatCount(over)} / {formatCount(all)}
      </span>
      <span className={css.progress} aria-hidden="true">
        <i style={{ width: `${all ? (over / all) * 100 : 0}%` }} />
      </span>
      {parts.map(
        ([n, look, words]) =>
          n > 0 && (
            <span key={look + n} className={look}>
              {words}
            </span>
          ),
      )}
    </span>
  );
}

function Buttons({ on, phone }: { on: BatchOn; phone: boolean }) {
  const { t } = useText();
  const { it, leave } = on;
  const { batch, chosen } = it;
  const size = phone ? 'touch' : 'medium';
  if (batch?.isRunning) {
    const { left } = tallyOf(batch.results);
    return (
      <Button size={size} kind="quiet" icon="pause" disabled={left === 0} onClick={it.stop}>
        {t('batch.stop', { n: left })}
      </Button>
    );
  }
  const n = chosen.length;
  const ways = waysOf(on);
  return (
    <>
      {n > 0 && (
        <Button size={size} kind="primary" onClick={it.decide}>
          {it.isAgain ? t('batch.again', { n }) : t('batch.agree', { n })}
          {!phone && <Kbd>Shift+Enter</Kbd>}
        </Button>
      )}
      {ways.map((way) => (
        <Button key={way} size={size} kind={way === 'refuse' ? 'danger' : 'default'} onClick={() => void it.run(way)}>
          {t(WAYS[way].press)}
        </Button>
      ))}
      <Button size={size} kind="quiet" onClick={leave}>
        {t(batch ? 'batch.finish' : 'batch.none')}
      </Button>
    </>
  );
}

/** The ways against that some of the chosen have. */
function waysOf({ it, rows, tables }: BatchOn): Way[] {
  const mine = rows.filter(({ id }) => it.has(id));
  return (['home', 'refuse'] as const).filter((way) =>
    mine.some((row) => planOf(tables.get(row.source), row, way, '–').need === undefined),
  );
}
