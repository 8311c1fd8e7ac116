// style sheets come in the order of imports: the house's own elements before those who dress them further
import './ui/Button.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { shareSession } from './api/share-session.ts';
import { applyLocale } from './i18n/locale.ts';
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
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
