import { describe, expect, it } from 'vitest';
import { landing } from './landing.ts';

const module = (code: string, flag = code) => ({ code, flag, key_name: code, key_name_en: code });
const user = (modules: unknown, more: object = {}) => ({ id: 2, key_name: '张三', modules, ...more });
const [zb, SYS, stock, fleet] = ['zb', 'SYS', 'stock', 'fleet'].map((code) => module(code));
const data = module('data', 'zb');

describe('AUTH-10 where to go after signing in', () => {
  it.each([
    ['the one of a flag', [zb], '/main?myCode=zb'],
    ['the first of those that share a flag', [zb, data], '/main?myCode=zb'],
    ['system management', [SYS], '/main?myCode=SYS'],
    ['the chooser of two', [zb, SYS], '/Home'],
    ['the module that a further suite brings', [stock], '/main?myCode=stock'],
    ['the chooser of two such', [stock, fleet], '/Home'],
    ['one of the three, beside a further one', [zb, data, stock], '/main?myCode=zb'],
    ['nothing', [], null],
    ['nothing that is told', undefined, null],
  ])('%s', (_, modules, to) => expect(landing(user(modules), '/login')).toBe(to));

  it.each([
    ['the leadership view alone', [], '/EI'],
    ['the chooser, beside a module', [zb], '/Home'],
    ['the leadership view, whatever further suites bring', [stock], '/EI'],
  ])('CAPEX-02 %s', (_, modules, to) => {
    expect(landing(user(modules, { leads: 1 }), '/login')).toBe(to);
    // the flag without anything to see on its page leads nowhere
    expect(landing(user(modules, { flags: { EI: 1 } }), '/login')).toBe(landing(user(modules), '/login'));
  });

  it('AUTH-11 the page asked for before wins over the chooser, and the server over both', () => {
    const both = [zb, SYS];
    expect(landing(user(both), '/login?redirect=%2Fmain%3FmyCode%3Dzb')).toBe('/main?myCode=zb');
    expect(landing(user(both, { home: '/main?myCode=SYS' }), '/login?redirect=%2FHome')).toBe('/main?myCode=SYS');
    expect(landing(user(both, { redirect: '/Home', home: '/main' }), '/login')).toBe('/Home');
  });
  it.each(['//evil', 'https://evil', '/\\evil', 'javascript:alert(1)', '/login', ' /main'])('D3 %j leads nowhere else', (path) => {
    expect(landing(user([zb]), `/login?redirect=${encodeURIComponent(path)}`)).toBe('/main?myCode=zb');
    expect(landing(user([zb], { redirect: path }), '/login')).toBe('/main?myCode=zb');
  });
  it('AUTH-10 a saved page opens nothing for who may open nothing', () => {
    expect(landing(user([]), '/login?redirect=%2Fmain')).toBeNull();
  });
});
