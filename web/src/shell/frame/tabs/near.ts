/** What takes the keyboard and does something with it: a button that rests (ui/Button) would take it and do nothing. */
const TABBABLE = ['button', 'a[href]', 'input', 'select', 'textarea', 'summary', '[tabindex]:not([tabindex="-1"])']
  .map((each) => `${each}:not([aria-disabled=true])`)
  .join();

/** Where something stood: what it was in, from the inside out, and the place that it had there. */
export type Place = readonly (readonly [Element, number])[];

/** Remembered while it stands. What a bar of acts, what leaves its page the keys, or the sheet itself holds is not looked for: the page says what is next there. */
export function placeOf(element: Element): Place {
  const place: [Element, number][] = [];
  for (let at = element; at.parentElement && !at.parentElement.matches('[role=tabpanel], [role=dialog], body'); at = at.parentElement)
    place.push([at.parentElement, [...at.parentElement.children].indexOf(at)]);
  return element.closest('[data-bar], [data-page-keys]') ? [] : place;
}

/** The keyboard goes to what took this place, else to what stood before it, nearest first; answers whether anything took it. */
export function beginNear(place: Place): boolean {
  const still = place.find(([box]) => box.isConnected);
  if (!still) return false;
  const [box, at] = still;
  const children = [...box.children];
  return [...children.slice(at), ...children.slice(0, at).reverse()].some(beginIn);
}

function beginIn(box: Element): boolean {
  const inside = [box, ...box.querySelectorAll(TABBABLE)].filter((each): each is HTMLElement => each.matches(TABBABLE));
  return inside.some((each) => {
    each.focus({ preventScroll: true });
    return document.activeElement === each;
  });
}
