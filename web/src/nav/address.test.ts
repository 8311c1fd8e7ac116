import { expect, it } from 'vitest';
import { afterSignIn, signInAddress } from './address.ts';

it('FRAME what was asked for is opened after sign-in', () => {
  expect(signInAddress('/main?myCode=zb&x=1')).toBe('/login?redirect=%2Fmain%3FmyCode%3Dzb%26x%3D1');
  expect(afterSignIn(signInAddress('/main?myCode=zb&x=1'), '/Home')).toBe('/main?myCode=zb&x=1');
  expect(signInAddress('/')).toBe('/login');
});

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/login',
  '/',
  '',
])('a redirect to %j is not followed', (to) => {
  expect(afterSignIn(`/login?redirect=${encodeURIComponent(to)}`, '/Home')).toBe('/Home');
});
