/**
 * Runs in the page, before it: counts which components React draws, from outside, by the hook that its own developer tools use. A fiber
 * whose child is the one of the last commit was left alone with all below it.
 */
const COMPONENTS = [0, 1, 11, 15];
const HOST = 5;
const PERFORMED_WORK = 1;
const none = () => ({ drawn: {}, made: {}, commits: 0 });
let found = none();

const nameOf = ({ tag, memoizedProps: props }) => {
  if (tag !== HOST) return '';
  return String(props?.['data-place'] ?? (props?.role === 'row' ? (props.id ?? 'head') : ''));
};
const placeOf = (fiber) => {
  for (let at = fiber; at; at = at.return) if (nameOf(at)) return nameOf(at);
  let first = fiber.child;
  while (first && first.tag !== HOST) first = first.child;
  if (first && nameOf(first)) return nameOf(first);
  for (let at = fiber; at; at = at.return) if (at.tag === HOST && at.memoizedProps?.role === 'tabpanel') return 'page';
  return 'frame';
};
const visit = (fiber) => {
  for (let at = fiber; at; at = at.sibling) {
    const before = at.alternate;
    if (COMPONENTS.includes(at.tag) && (!before || at.flags & PERFORMED_WORK)) {
      const counts = before ? found.drawn : found.made;
      const place = placeOf(at);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    if (!before || at.child !== before.child) visit(at.child);
  }
};

globalThis.takeRenders = () => {
  const taken = found;
  found = none();
  return taken;
};
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  checkDCE: () => undefined,
  inject: () => 1,
  onScheduleFiberRoot: () => undefined,
  onPostCommitFiberRoot: () => undefined,
  onCommitFiberUnmount: () => undefined,
  onCommitFiberRoot: (_, root) => {
    found.commits += 1;
    visit(root.current);
  },
};
