import { pagedAt } from './paging/paged.ts';

const CONTROLS = 'input:not([hidden], [disabled]), textarea, button:not([disabled]), [tabindex="0"]';

const placeIn = (within: HTMLElement | null, place: string): HTMLElement | null =>
  within?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`) ?? null;

/** The control of a place of the form: the one that is marked as its first, else the first there is. */
export function controlOf(within: HTMLElement | null, place: string): HTMLElement | null {
  const found = placeIn(within, place);
  return found?.querySelector<HTMLElement>('[data-first]') ?? found?.querySelector<HTMLElement>(CONTROLS) ?? null;
}

/** Whether there is a control at a place of the form, be it on a page of rows that is not drawn. */
export function hasControl(within: HTMLElement | null, place: string): boolean {
  const cell = placeIn(within, place) ? undefined : pagedAt(within, place);
  return cell ? cell.rows.isTyped(cell.row, cell.field) : controlOf(within, place) !== null;
}

/** Draws the page of rows on which a place stands, where it stands on another. */
export function openPage(within: HTMLElement | null, place: string): void {
  const cell = placeIn(within, place) ? undefined : pagedAt(within, place);
  cell?.rows.open(cell.row);
}

/** Brings a place before the person's eyes and puts the focus there, as soon as it is drawn. */
export function focusPlace(within: HTMLElement | null, place: string): void {
  requestAnimationFrame(() => {
    openPage(within, place);
    const control = controlOf(within, place);
    // what is calculated has no control: it is brought before the eyes alone
    (control ?? placeIn(within, place))?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  });
}

/** These as they stand on the page, rows on whatever page of theirs, and whatever order they were found in; what is not drawn behind them. */
export function asDrawn<T>(within: HTMLElement | null, all: readonly T[], placeFor: (one: T) => string): T[] {
  const drawn = [...(within?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].map((one) => one.dataset.place);
  const at = (place: string) => drawn.indexOf(place) >>> 0;
  const rankOf = (place: string): readonly number[] => {
    const cell = pagedAt(within, place);
    return cell ? [at(cell.sub), cell.rows.at(cell.row), at(place)] : [at(place), -1, 0];
  };
  const ranked = all.map((one) => ({ one, rank: rankOf(placeFor(one)) }));
  const differ = (one: readonly number[], other: readonly number[]) =>
    one.reduce((found, each, nth) => found || each - (other[nth] ?? 0), 0);
  return ranked.sort((one, other) => differ(one.rank, other.rank)).map(({ one }) => one);
}

/** What scrolls: the form's content, or on a narrow screen what stands around it. */
function scrollerOf(within: HTMLElement | null): Element | null {
  let at: Element | null = within?.querySelector('[data-scroll]') ?? null;
  while (at && at !== within && getComputedStyle(at).overflowY !== 'auto') at = at.parentElement;
  return at;
}

/** Where one is in the form: how far down, and in which place. */
export function whereOne(within: HTMLElement | null): { top?: number; place?: string } {
  const active = within?.contains(document.activeElement) ? document.activeElement : null;
  const place = active?.closest<HTMLElement>('[data-place]')?.dataset.place;
  const top = scrollerOf(within)?.scrollTop;
  return { ...(top ? { top } : {}), ...(place ? { place } : {}) };
}

/** Back to where one was, once it is drawn again. */
export function returnTo(within: HTMLElement | null, { top, place }: { top?: number; place?: string }): void {
  requestAnimationFrame(() => {
    scrollerOf(within)?.scrollTo({ top: top ?? 0 });
    if (!place) return;
    openPage(within, place);
    controlOf(within, place)?.focus({ preventScroll: true });
  });
}

/** After what was just changed stands on the page. */
export const whenDrawn = (run: () => void): unknown => requestAnimationFrame(run);

/** The control of a row in a column; without one the first of the row that there is. */
export function focusCell(row: Element | null | undefined, column?: number): void {
  const cell = column === undefined ? row : row?.children[column];
  cell?.querySelector<HTMLElement>('input:not([hidden]), textarea, [data-first]')?.focus();
}

let isPressed = false;
for (const [type, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const)
  globalThis.addEventListener?.(
    type,
    () => {
      isPressed = pressed;
    },
    true,
  );

/** At once, or when the pointer that took the focus away is up: a word that appears under it meanwhile would move what is being pressed. */
export function whenReleased(run: () => void): void {
  if (isPressed) addEventListener('pointerup', () => setTimeout(run), { once: true });
  else run();
}
