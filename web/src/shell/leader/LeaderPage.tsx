import { useEffect, useMemo } from 'react';
import { useSession } from '#web/api/use-session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LEADER_EN, LEADER_ZH } from '#web/i18n/parts/records/leader.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime } from '#web/i18n/when.ts';
import { address, go, goBack, queryOf, useAddress } from '#web/nav/address.ts';
import { LEADER } from '#web/nav/module.ts';
import type { PageView } from '#web/nav/page.ts';
import { TabContext } from '#web/nav/use-tab.ts';
import { BoardActs } from '#web/pages/board/arrange/BoardActs.tsx';
import { BoardBody } from '#web/pages/board/BoardPage.tsx';
import { type BoardController, NO_PERIODS, useBoard } from '#web/pages/board/use-board.ts';
import { Wall } from '#web/pages/board/wall.ts';
import { MonthPicker } from '#web/pages/past/MonthPicker.tsx';
import { PastBar } from '#web/pages/past/PastBar.tsx';
import { Searches } from '#web/pages/report/Searches.tsx';
import { IconButton } from '#web/ui/Button.tsx';
import { Outdated } from '#web/ui/states.tsx';
import { useDark } from '#web/ui/ThemeProvider.tsx';
import { useCounts } from '../frame/notices/use-live.ts';
import { Room } from '../frame/Room.tsx';
import { Stray } from '../frame/Stray.tsx';
import { UserMenu } from '../frame/UserMenu.tsx';
import { useAppName } from '../frame/use-app-name.ts';
import { LanguageSwitch } from '../signin/LanguageSwitch.tsx';
import { BOARD } from './board.ts';
import { Clock } from './Clock.tsx';
import css from './LeaderPage.module.css';

addTexts(LEADER_ZH, LEADER_EN);

/** ms after which it is asked again: nothing tells it what was changed in lists. */
const EVERY = 60_000;

/** /EI (CAPEX-02): the board of whoever leads, on a page of its own; `wall=1`: for a screen on a wall. */
export const LeaderPage = () => (
  <Room>
    <Leader />
  </Room>
);

function Leader() {
  const place = usePlace();
  const isWall = place.view.wall === '1';
  useDark(isWall);
  return (
    <TabContext value={place}>
      <Board isWall={isWall} />
    </TabContext>
  );
}

/** The page's own address keeps what is set on it. */
function usePlace() {
  const at = useAddress();
  return useMemo(() => {
    const view: PageView = Object.fromEntries(queryOf(at));
    // the way back leads out of the page, not through what was picked on it
    const keep = (next: PageView) => {
      const query = new URLSearchParams(next as Record<string, string>).toString();
      go(query ? `${LEADER}?${query}` : LEADER, 'replace');
    };
    return { key: '', active: true, turn: 0, view, keep };
  }, [at]);
}

function Board({ isWall }: { isWall: boolean }) {
  const { t } = useText();
  const app = useAppName();
  // a wall is nobody's own
  const control = useBoard(BOARD, { every: EVERY, asDefined: isWall });
  useCounts();
  const isOld = control.isBusy || control.outdated !== null;
  useEffect(() => {
    document.title = `${t('leader.title')} · ${app}`;
  }, [t, app]);
  return (
    <div className={isWall ? `${css.page} ${css.wall}` : css.page}>
      <Stray />
      <Head control={control} isWall={isWall} />
      {control.month && <PastBar month={control.month} of="counted" since={control.since} onNow={() => control.setMonth('')} />}
      <Outdated why={control.outdated?.remark} onRetry={control.retry} />
      <main className={isOld ? `${css.body} ${css.stale}` : css.body} aria-busy={control.isBusy} inert={isWall}>
        <Wall value={isWall}>
          <BoardBody control={control} framed />
        </Wall>
      </main>
    </div>
  );
}

function Head({ control, isWall }: { control: BoardController; isWall: boolean }) {
  const { t, label } = useText();
  const { session } = useSession();
  const { board, asked, setFields, made } = control;
  const isMonthly = board?.past === 1 && !isWall;
  const said = made && t('leader.made', { at: fullTime(made) });
  return (
    <header className={css.head}>
      {!isWall && (
        <span className="no-print">
          <IconButton icon="left" label={t('leader.back')} onClick={back} />
        </span>
      )}
      <h1>{board ? label(board) : t('leader.title')}</h1>
      <span className={css.of}>{label(session?.user.domain)}</span>
      {made && !control.month && <span className={isMonthly ? `${css.made} on-paper` : css.made}>{said}</span>}
      {isMonthly && (
        <span className="no-print">
          <MonthPicker cloud={BOARD} month={control.month} now={said} onChange={control.setMonth} />
        </span>
      )}
      <span className={css.grow} />
      {board && !isWall && <Searches control={{ ...NO_PERIODS, asked, setFields }} report={{ searchs: board.searchs, targets: [] }} />}
      <Clock isBegun={made !== undefined} />
      <span className={`${css.acts} no-print`}>
        {!isWall && <BoardActs control={control} />}
        <IconButton icon="refresh" label={t('ui.retry')} onClick={control.retry} />
        <IconButton icon={isWall ? 'shrink' : 'expand'} label={t(isWall ? 'leader.unwall' : 'leader.wall')} onClick={() => turn(isWall)} />
        {!isWall && <LanguageSwitch />}
        {!isWall && <UserMenu brief />}
      </span>
    </header>
  );
}

/** To the page before, else to the chooser. */
const back = (): void => {
  if (!goBack()) go('/Home');
};

/** To the wall and back, over the whole screen where the browser lets it. */
function turn(isWall: boolean): void {
  const query = queryOf(address());
  if (isWall) query.delete('wall');
  else query.set('wall', '1');
  const said = query.toString();
  go(said ? `${LEADER}?${said}` : LEADER, 'replace');
  const done = isWall ? document.fullscreenElement && document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  void Promise.resolve(done).catch(() => undefined);
}
