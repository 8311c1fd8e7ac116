// style sheets come in the order of imports: the house's own elements before those who dress them further
import './ui/Button.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionState } from './api/session.ts';
import { shareSession } from './api/share-session.ts';
import { applyLocale } from './i18n/locale.ts';
import { LEADER } from './nav/module.ts';
import { Root } from './shell/Root.tsx';
import { followChoices } from './shell/signin/own-choices.ts';
import { askEarly } from './shell/signin/use-host-page.ts';
import './theme/tokens.css';
import './theme/global.css';
import { applyTheme, drawForPaper } from './theme/mode.ts';

applyTheme();
drawForPaper();
applyLocale();
if (location.pathname === '/login' || location.pathname === '/') askEarly();
followChoices();
await shareSession();
const draw = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
// what its scripts are waited for with is asked before anything is drawn; not awaited: it needs what stands here
if (location.pathname === LEADER && sessionState().session) void import('./shell/leader/ahead.ts').then(draw, draw);
else draw();
