import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKING } from '#protocol/fields/fields.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import { label } from '#protocol/meta/naming.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { Around } from './Around.tsx';
import { ready } from './ready.ts';
import { Story } from './Story.tsx';
import { ALL, type NamedStory, STORIES } from './stories/stories.ts';
import { describedBy, type Element, has, isStop, isTyped, nameOf, treeOf, within, wordsOf } from './testing-tree.ts';

const LOCALES = ['zh_CN', 'en_US'] as const;
const CJK = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/;

const drawn = new Map<string, Element>();
const drawing = (story: NamedStory) => (
  <Around>
    <Story story={story} />
  </Around>
);

/** Each story in each language, as it stands when what is loaded later is there. */
beforeAll(async () => {
  ready();
  for (const locale of LOCALES) {
    chooseLocale(locale);
    for (const story of ALL) {
      const { prelude } = await prerender(drawing(story));
      await prelude.cancel();
      drawn.set(`${locale} ${story.name}`, treeOf(renderToStaticMarkup(drawing(story))));
    }
  }
});
afterAll(() => chooseLocale('zh_CN'));

/** Rich text is written into a box that comes with its editor, in a browser (gallery/page.test.ts). */
const BY_EDITOR = new Set(['html']);

const cellsOf = (page: Element, mode: string, state?: string): Element[] =>
  within(page).filter(({ attributes }) => attributes['data-mode'] === mode && (!state || attributes['data-state'] === state));
const cellOf = (page: Element, mode: string, state: string): Element => cellsOf(page, mode, state)[0]!;
const isHeading = ({ type }: NamedStory): boolean => isOf(type, 'heading');
const TYPED = ALL.filter((story) => !isHeading(story) && !BY_EDITOR.has(story.type));

it('FIELD-01 every type that definitions may use has a story', () => {
  expect(Object.keys(STORIES).toSorted()).toEqual(WORKING.toSorted());
});

describe.each(LOCALES)('FIELD-01 FRAME-11 stories in %s', (locale) => {
  const pageOf = (story: NamedStory): Element => drawn.get(`${locale} ${story.name}`)!;
  /** All that is read there, or read out. */
  const readIn = (page: Element): string[] =>
    within(page).flatMap((element) => [
      ...element.inside.filter((each) => typeof each === 'string'),
      ...['aria-label', 'placeholder', 'title', 'alt', 'value'].flatMap((name) => element.attributes[name] ?? []),
    ]);

  it.each(ALL)('$name: no text is missing, none is a key or a place that was not filled', (story) => {
    const wrong = readIn(pageOf(story)).filter(
      (text) => /^\$?[a-z]+\.[a-zA-Z]+$|^\$[a-z]|\{\w+\}|undefined|\bnull\b|NaN|\[object/.test(text) && !text.includes('@'),
    );
    expect(wrong).toEqual([]);
  });

  it.each(ALL)('$name: says its name in the language of its reader, and nothing in the other', (story) => {
    const page = pageOf(story);
    const name = label(story.field, locale);
    expect(wordsOf(page)).toContain(name);
    if (locale === 'en_US') expect(readIn(page).filter((text) => CJK.test(text))).toEqual([]);
  });

  it.each(TYPED)('$name: whatever is typed into or pressed has a name, with the field in it', (story) => {
    const page = pageOf(story);
    const name = label(story.field, locale);
    for (const cell of [...cellsOf(page, 'edit'), ...cellsOf(page, 'search')]) {
      const stops = within(cell).filter(isStop);
      for (const stop of stops) expect(nameOf(stop, page), `${stop.tag} ${JSON.stringify(stop.attributes)}`).not.toBe('');
      const isNamed = stops.some((stop) => nameOf(stop, page).includes(name)) || within(cell).some(isGroupOf(name));
      const isBox = stops.length > 0 && cell.attributes['data-state'] !== 'readonly';
      if (isBox) expect(isNamed, `${cell.attributes['data-mode']} ${cell.attributes['data-state']}`).toBe(true);
    }
  });

  it.each(TYPED)('FORM-06 $name: what is wrong is said of its box, and of no other', (story) => {
    const page = pageOf(story);
    const cell = cellOf(page, 'edit', 'wrong');
    const boxes = within(cell).filter((element) => isStop(element) || isGroup(element));
    const told = boxes.filter((box) => describedBy(box, page) !== '');
    expect(told).not.toEqual([]);
    for (const box of told) expect(describedBy(box, page)).toContain(label(story.field, locale));
    const marked = boxes.filter(({ attributes }) => attributes['aria-invalid'] === 'true');
    // a button is neither right nor wrong, nor is one of several boxes to tick: what is told of them all is told of their group
    const isMarked = boxes.some((box) => isTyped(box) && box.attributes.type !== 'checkbox');
    expect(marked.length > 0).toBe(isMarked);
    const others = STATES_AT_EASE.flatMap((state) => within(cellOf(page, 'edit', state)));
    expect(others.filter(({ attributes }) => attributes['aria-invalid'] === 'true')).toEqual([]);
  });

  it.each(TYPED.filter(({ wrong }) => wrong(locale) === null))(
    'FORM-06 $name: that it must be filled is said to who does not see',
    (story) => {
      const cell = cellOf(pageOf(story), 'edit', 'wrong');
      const said = within(cell).some(
        ({ attributes }) => attributes['aria-required'] === 'true' || /必填|required/.test(attributes['aria-label'] ?? ''),
      );
      expect(said).toBe(true);
    },
  );

  it.each(TYPED.filter(({ filter }) => filter?.wrong))('LIST-09 $name: what is wrong with a filter is said of its box', (story) => {
    const page = pageOf(story);
    const boxes = within(cellOf(page, 'search', 'wrong')).filter(isTyped);
    const marked = boxes.filter(({ attributes }) => attributes['aria-invalid'] === 'true');
    expect(marked).not.toEqual([]);
    for (const box of marked) expect(describedBy(box, page)).not.toBe('');
  });

  it.each(ALL.filter((story) => !isHeading(story)))(
    'FORM-01 $name: what is only read has its name and value, and nothing to type into',
    (story) => {
      const page = pageOf(story);
      const cell = cellOf(page, 'edit', 'readonly');
      expect(within(cell).filter((element) => isTyped(element) || has(element, 'aria-invalid'))).toEqual([]);
      expect(wordsOf(cell)).toContain(label(story.field, locale));
      for (const mode of ['list', 'read']) expect(cellsOf(page, mode).flatMap(within).filter(isTyped)).toEqual([]);
      // empty is said, and is no empty place; of what nobody reads not even that
      const nothing = isOf(story.type, 'secret') ? '********' : '–';
      for (const shown of ['list', 'read'].flatMap((mode) => cellsOf(page, mode, 'empty'))) expect(wordsOf(shown)).toContain(nothing);
    },
  );
});

const STATES_AT_EASE = ['empty', 'sample', 'long'] as const;
const GROUPS = ['group', 'radiogroup'];
const isGroup = ({ attributes }: Element): boolean => GROUPS.includes(attributes.role ?? '');
const isGroupOf = (name: string) => (element: Element) => isGroup(element) && (element.attributes['aria-label'] ?? '').includes(name);
