import { useState } from 'react';
import type { Locale } from '#protocol/codes.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { useLocale } from '#web/i18n/use-text.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { ThemeProvider, useThemeChoice } from '#web/ui/ThemeProvider.tsx';
import { Around } from './Around.tsx';
import css from './Gallery.module.css';
import { Story } from './Story.tsx';
import { ALL } from './stories/stories.ts';
import { TEXTS } from './texts.ts';

const ROWS = { dense: '--row-s', normal: '--row-m', roomy: '--row-l' } as const;
type Density = keyof typeof ROWS;

/** All stories, in either language and theme; `?type=` shows those of one. */
export function Gallery() {
  const locale = useLocale();
  const say = TEXTS[locale];
  const [density, setDensity] = useState<Density>('normal');
  const [type, setType] = useState(() => new URLSearchParams(location.search).get('type') ?? '');
  const choose = (next: string) => {
    setType(next);
    history.replaceState(null, '', next ? `?type=${next}` : location.pathname);
  };
  const types = [...new Set(ALL.map((story) => story.type))];
  return (
    <ThemeProvider>
      <Around>
        <header className={css.bar}>
          <h1>{say.title}</h1>
          <label>
            {say.which}{' '}
            <select value={type} onChange={(event) => choose(event.target.value)}>
              <option value="">{say.all}</option>
              {types.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <Switches density={density} onDensity={setDensity} />
        </header>
        <main className={css.stories} style={{ '--gallery-row': `var(${ROWS[density]})` } as React.CSSProperties}>
          {ALL.filter((story) => type === '' || story.type === type).map((story) => (
            <Story key={story.name} story={story} />
          ))}
        </main>
      </Around>
    </ThemeProvider>
  );
}

function Switches({ density, onDensity }: { density: Density; onDensity: (next: Density) => void }) {
  const locale = useLocale();
  const say = TEXTS[locale];
  const [theme, setTheme] = useThemeChoice();
  const languages = [
    { key: 'zh_CN', label: '中文' },
    { key: 'en_US', label: 'English' },
  ] as const;
  return (
    <>
      <Segments<Locale> label={say.locale} items={languages} active={locale} onChange={chooseLocale} />
      <Segments
        label={say.theme}
        items={(['light', 'dark'] as const).map((key) => ({ key, label: say[key] }))}
        active={theme === 'dark' ? 'dark' : 'light'}
        onChange={setTheme}
      />
      <Segments
        label={say.density}
        items={(['dense', 'normal', 'roomy'] as const).map((key) => ({ key, label: say[key] }))}
        active={density}
        onChange={onDensity}
      />
    </>
  );
}
