import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addressOf, addressValue, isOutsideAddress, isOwnAddress, placesIn } from './action-address.ts';

const of = (values: Record<string, unknown>) => (place: string) => addressValue(values, place);

describe('LIST-08 the address of an action: HTTP and AURL', () => {
  test.each([
    ['https://maps.example.com/x/{code}?q={name}#at', true],
    ['https://h:8443', true],
    ['http://h/x', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://{host}/x', false],
    ['https://h{x}/y', false],
    ['https://user:pass@h/x', false],
    ['https://h\\@evil/', false],
    ['//evil/x', false],
    [' https://h/x', false],
    ['https://h/a b', false],
    ['https://h/a\tb', false],
  ])('%s is an address outside: %s', (url, is) => expect(isOutsideAddress(url)).toBe(is));
  test.each([
    ['/main/list/project', true],
    ['/x?y=1', true],
    ['//evil', false],
    ['/\\evil', false],
    ['main', false],
    ['/a\nb', false],
  ])('%s is one of this product: %s', (url, is) => expect(isOwnAddress(url)).toBe(is));

  it('values stand in it encoded; of references and choices the id, or the name', () => {
    const action = { url: 'https://h/p/{code}?a=1#top', action_param: 'q={kind.key_name}&k={kind}&n={none}&fixed=x' };
    expect(placesIn(action)).toEqual(['code', 'kind.key_name', 'kind', 'none']);
    expect(addressOf(action, of({ code: 'A/1?&#', kind: { id: 7, key_name: '乙 & 丙' }, none: null }))).toEqual({
      href: 'https://h/p/A%2F1%3F%26%23?a=1&q=%E4%B9%99%20%26%20%E4%B8%99&k=7&n=&fixed=x#top',
    });
    expect(addressOf({ url: '/main/list/x', action_param: 'a={a}' }, of({ a: { id: 0, unauthorized: 1 } }))).toEqual({
      href: '/main/list/x?a=',
    });
    expect(addressOf({ url: '/x?', action_param: 'a=1' }, of({}))).toEqual({ href: '/x?a=1' });
  });

  it('in the path a value is neither empty nor leads up', () => {
    for (const code of ['', null, '.', '..'])
      expect(addressOf({ url: 'https://h/p/{ code }/x' }, of({ code })), String(code)).toEqual({ lacks: 'code' });
    expect(addressOf({ url: 'https://h/{a}{b}' }, of({ a: '.', b: '.' }))).toEqual({ lacks: 'a' });
  });

  it('whatever the values are, the address stays on its host and in its path, and is one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const found = addressOf({ url: 'https://host.example/p/{a}?x={b}', action_param: 'y={b}' }, of({ a, b }));
        if ('lacks' in found) return;
        const url = new URL(found.href);
        expect([url.origin, url.pathname.split('/').length, url.hash, [...url.searchParams.keys()]]).toEqual([
          'https://host.example',
          3,
          '',
          ['x', 'y'],
        ]);
        expect(isOutsideAddress(found.href)).toBe(true);
      }),
    );
  });
});
