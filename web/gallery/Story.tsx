// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { useMemo } from 'react';
import type { Locale } from '#protocol/codes.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { isWide, widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { FieldCell } from '#web/pages/form/content/FieldCell.tsx';
import { SectionHead } from '#web/pages/form/content/SectionHead.tsx';
import { Filter } from '#web/pages/list/filter/FilterPanel.tsx';
import { columnsOf } from '#web/pages/list/state/columns.ts';
import { Cell } from '#web/pages/list/table/Cell.tsx';
import { fieldOf, ROW, STATES, type StoryState, standing, tableOf, typingOf } from './form.ts';
import css from './Story.module.css';
import type { NamedStory } from './stories/stories.ts';
import { TEXTS } from './texts.ts';

/** What amounts of the gallery are in. */
const YUAN = { currency: '万元', currency_en: 'CNY 10,000' };

interface Of {
  story: NamedStory;
  state: StoryState;
  locale: Locale;
}

/** One field in every way in which it is drawn and every state in which it may stand, each by the product's own parts. */
export function Story({ story }: { story: NamedStory }) {
  const { locale, label } = useText();
  const say = TEXTS[locale];
  const { Edit, Search } = widgetOf(fieldOf(story, 'sample', locale));
  const shown = isOf(story.type, 'heading')
    ? HEADING
    : bandsOf(columnsOf(tableOf(story, 'sample', locale)).length > 0, Edit !== null, Search !== null && story.filter !== undefined);
  const isBroad = isWide(fieldOf(story, 'sample', locale));
  return (
    <Amounts of={YUAN}>
      <section className={css.story} data-story={story.name} aria-label={story.name}>
        <SectionHead className={css.head!}>
          {label(story.field)} <code>{story.name}</code>
        </SectionHead>
        {shown.map(({ band, states, draw: Drawn }) => (
          <div key={band} className={css.band}>
            <h3 className={css.mode}>{say[band]}</h3>
            <div className={isBroad && band === 'edit' ? `${css.cells} ${css.broad}` : css.cells}>
              {states.map((state) => (
                <div key={state} data-mode={band} data-state={state} className={css.cell}>
                  <p className={css.state}>{say[state]}</p>
                  <Drawn story={story} state={state} locale={locale} />
                </div>
              ))}
            </div>
          </div>
        ))}
      </section>
    </Amounts>
  );
}

interface Band {
  band: 'list' | 'read' | 'edit' | 'search';
  states: readonly StoryState[];
  draw: (of: Of) => React.ReactNode;
}

const SHOWN = ['empty', 'sample', 'long', 'wrong'] as const;
const bandsOf = (isListed: boolean, isTyped: boolean, isSearched: boolean): readonly Band[] => [
  ...(isListed ? [{ band: 'list' as const, states: SHOWN, draw: InList }] : []),
  { band: 'read', states: SHOWN, draw: InRecord },
  ...(isTyped ? [{ band: 'edit' as const, states: STATES, draw: InForm }] : []),
  ...(isSearched ? [{ band: 'search' as const, states: SHOWN, draw: InFilters }] : []),
];
const HEADING: readonly Band[] = [{ band: 'read', states: ['sample'], draw: ({ story }) => <Heading story={story} /> }];

function Heading({ story }: Pick<Of, 'story'>) {
  const { label } = useText();
  return <SectionHead>{label(story.field)}</SectionHead>;
}

/** A cell of a list, as wide as a column that says nothing of its width is given. */
function InList({ story, state, locale }: Of) {
  const table = tableOf(story, state, locale);
  const [column] = columnsOf(table);
  if (!column) return null;
  const row = { id: ROW, key_name: '', [column.name]: standing(story, state, locale) };
  return (
    <div className={column.align === 'right' ? `${css.listed} ${css.right}` : css.listed}>
      <Cell table={table} column={column} row={row} me={7} />
    </div>
  );
}

/** In a record that is only read. */
const InRecord = (of: Of) => <InForm {...of} op="Show" />;

function InForm({ story, state, locale, op = 'Modify' }: Of & { op?: 'Modify' | 'Show' }) {
  const typing = useMemo(() => typingOf(story, state, locale, op), [story, state, locale, op]);
  const [field] = typing.table.fields;
  return (
    <div className={css.grid}>
      <FieldCell field={field!} typing={typing} cloud={typing.table.table_name} rowid={ROW} span={24} />
    </div>
  );
}

/** Among the filters of a list; what is wrong is told as after a search. */
function InFilters({ story, state, locale }: Of) {
  const field = fieldOf(story, 'sample', locale);
  const told = state === 'empty' || state === 'readonly' ? undefined : story.filter?.[state];
  if (state === 'wrong' && !told) return <p className={css.none}>{TEXTS[locale].nothingWrong}</p>;
  return <Filter field={field} value={told?.(locale)} tried={state === 'wrong'} onChange={() => undefined} />;
}
