import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageDescriptor } from './page.ts';
import { placeAddress, readPlace } from './paths.ts';

describe('FRAME-10 a tab is an address', () => {
  it.each<[string, PageDescriptor, Record<string, string>, string]>([
    ['/main/list/project', { cloud: 'project', op: 'List' }, {}, ''],
    ['/main/list/message%5Bweb%5D?myCode=SYS', { cloud: 'message[web]', op: 'List' }, {}, 'SYS'],
    [
      '/main/list/project?project_type=1&_key=%E5%8C%97%E6%B8%AF&_sort=-est_price&_page=3',
      { cloud: 'project', op: 'List', query: { project_type: '1' } },
      { key: '北港', sort: '-est_price', page: '3' },
      '',
    ],
    ['/main/form/initiation/Review/35?todo=7', { cloud: 'initiation', op: 'Review', id: 35, query: { todo: '7' } }, {}, ''],
    ['/main/form/initiation/Add', { cloud: 'initiation', op: 'Add' }, {}, ''],
    ['/main/todo?tab=mine&page=2&myCode=zb', { url: '/todo' }, { tab: 'mine', page: '2' }, 'zb'],
    [
      '/main/tabform/sample_site/Show/3?_tab=sample_visit.site_entity',
      { cloud: 'sample_site', op: 'Show', id: 3, mode: 'TAB' },
      { tab: 'sample_visit.site_entity' },
      '',
    ],
    ['/main/tree/department', { cloud: 'department', op: 'Tree' }, {}, ''],
  ])('%s', (address, page, view, module) => {
    expect(readPlace(address)).toEqual({ page, view, module });
    expect(placeAddress({ page, view, module })).toBe(address);
  });

  it.each([
    ['/main/table?cloud=project&project_type=1&_page=2', '/main/list/project?project_type=1&_page=2'],
    ['/main/form?cloud=initiation&op=Modify&id=3', '/main/form/initiation/Modify/3'],
    ['/main/form?cloud=initiation&id=3', '/main/form/initiation/Show/3'],
    ['/main/form?cloud=initiation', '/main/form/initiation/Add'],
    ['/main/tabform?cloud=sample_site&id=3&index=2', '/main/tabform/sample_site/Show/3?_index=2'],
    ['/main/form?cloud=project&id=3&index=2', '/main/form/project/Show/3?index=2'],
    ['/main/oplog?cloud=initiation&id=3', '/main/form/initiation/Show/3'],
    ['/main/tree?cloud=department', '/main/tree/department'],
    ['/main/web?url=/todo&params=tab%3Dmine', '/main/todo?tab=mine'],
    ['/main/TodoView?tab=done', '/main/todo?tab=done'],
  ])('%s is the same page as %s', (specified, own) => {
    expect(placeAddress(readPlace(specified)!)).toBe(own);
  });

  it('/main is the frame itself, another address is none of it', () => {
    expect(readPlace('/main?myCode=zb')).toEqual({ page: null, view: {}, module: 'zb' });
    for (const at of ['/Home', '/mainly', '/Main/todo', '/']) expect(readPlace(at)).toBeNull();
  });

  it.each([
    ['/main/nowhere', '/nowhere'],
    ['/main/list', '/list'],
    ['/main/table', '/table'],
    ['/main/form/initiation/Show/3/4', '/form/initiation/Show/3/4'],
    ['/main/Todo', '/Todo'],
    ['/main/web', ''],
    ['/main/constructor', '/constructor'],
  ])('%s is a page that does not exist', (address, url) => {
    expect(readPlace(address)!.page).toEqual({ url });
  });

  it('an id that is none opens no record of that number', () => {
    for (const id of ['0', '-1', '1.5', 'x', '9'.repeat(40)])
      expect(readPlace(`/main/form/project/Show/${id}`)!.page).not.toHaveProperty('id');
  });

  it('whatever stands in it, an address that was printed says the same again', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/).filter((one) => one !== 'myCode');
    const dict = fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 20 }), { maxKeys: 4, noNullPrototype: true });
    const cloud = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => one !== '.' && one !== '..');
    fc.assert(
      fc.property(
        cloud,
        fc.constantFrom('List', 'Show', 'Add', 'Tree'),
        fc.nat(1e9),
        dict,
        dict,
        name,
        (of, op, id, query, view, module) => {
          const page: PageDescriptor = {
            ...{ cloud: of, op },
            ...(op === 'Show' ? { id: id + 1 } : {}),
            ...(Object.keys(query).length > 0 ? { query } : {}),
          };
          const url = new URL(placeAddress({ page, view, module }), 'http://localhost');
          expect(readPlace(url.pathname + url.search)).toEqual({ page, view, module });
        },
      ),
    );
  });
});
