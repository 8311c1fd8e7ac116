import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { shareSession } from './api/share-session.ts';
import { applyLocale } from './i18n/locale.ts';
import { Root } from './shell/Root.tsx';
import './theme/tokens.css';
import './theme/global.css';
import { applyTheme, drawForPaper } from './theme/mode.ts';

applyTheme();
drawForPaper();
applyLocale();
await shareSession();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
