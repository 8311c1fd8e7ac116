import { expect, it } from 'vitest';
import { isHomeLink } from './home-link.ts';

const ADDRESSES: [address: string, may: boolean][] = [
  ['https://example.org', true],
  ['http://10.0.0.1:8080/a?b=c#d', true],
  ['HTTPS://Example.org/中文', true],
  ['https://单位.中国/', true],
  ['https://[::1]:3000/x', true],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  [' https://example.org', false],
  ['https://example.org\n', false],
  ['java\tscript:alert(1)', false],
  ['data:text/html,<script>1</script>', false],
  ['vbscript:x', false],
  ['blob:https://example.org/x', false],
  ['//example.org', false],
  ['/main', false],
  ['https:example.org', false],
  ['https:///example.org', false],
  ['https://user@example.org', false],
  ['https://example.org:pass@evil.example', false],
  ['https://example.org\\@evil.example', false],
  ['https://exa mple.org', false],
  ['https://example.org/\u202egnp.exe', false],
  [`https://example.org/${'a'.repeat(500)}`, false],
  ['', false],
];

it.each(ADDRESSES)('D3 %j leads outside: %s', (address, may) => {
  expect(isHomeLink(address)).toBe(may);
});
