// style sheets come in the order of imports, as in the product
import '#web/ui/Button.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyLocale } from '#web/i18n/locale.ts';
import '#web/theme/tokens.css';
import '#web/theme/global.css';
import { applyTheme } from '#web/theme/mode.ts';
import { Gallery } from './Gallery.tsx';
import { ready } from './ready.ts';

ready();
applyTheme();
applyLocale();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
