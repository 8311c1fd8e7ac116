import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Lookup } from './Lookup.tsx';

const nothing = () => undefined;
const TWO = [
  { id: 1, key_name: '孙浩' },
  { id: 2, key_name: '周敏' },
];
const drawn = (locked?: (row: { id: number }) => boolean) =>
  renderToStaticMarkup(
    <Lookup
      {...{ multiple: true, text: '', chosen: TWO, onText: nothing, onTake: nothing, onDrop: nothing, onClear: nothing }}
      search={vi.fn()}
      {...(locked ? { locked } : {})}
    />,
  );
/** the names that can be taken out, each mark with the name before it */
const removable = (html: string) =>
  [...html.matchAll(/selection-item-content[^>]*>([^<]*)<\/span><span[^>]*selection-item-remove/g)].map((at) => at[1]);

describe('FLOW-04 who is chosen in a lookup', () => {
  it('can be taken out, but for those who must stay', () => {
    expect(removable(drawn())).toEqual(['孙浩', '周敏']);
    expect(removable(drawn(({ id }) => id === 1))).toEqual(['周敏']);
    expect(drawn(({ id }) => id === 1)).toContain('孙浩');
  });
});
