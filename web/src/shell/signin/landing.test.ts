import { describe, expect, it } from 'vitest';
import { landing } from './landing.ts';

const user = (flags: object, more: object = {}) => ({ id: 2, key_name: '张三', flags, ...more });

describe('AUTH-10 where to go after signing in', () => {
  it.each([
    [{ zb: 1, SYS: 0, EI: 0 }, '/main?myCode=zb'],
    [{ zb: 0, SYS: 1, EI: 0 }, '/main?myCode=SYS'],
    [{ zb: 1, SYS: 1, EI: 0 }, '/Home'],
    [{ zb: 1, SYS: 0, EI: 1 }, '/main?myCode=zb'],
    [{ zb: 0, SYS: 0, EI: 1 }, null],
    [{}, null],
    [undefined, null],
  ])('%j opens %j', (flags, to) => expect(landing(user(flags as object), '/login')).toBe(to));

  it('AUTH-11 the page asked for before wins over the chooser, and the server over both', () => {
    const both = { zb: 1, SYS: 1 };
    expect(landing(user(both), '/login?redirect=%2Fmain%3FmyCode%3Dzb')).toBe('/main?myCode=zb');
    expect(landing(user(both, { home: '/main?myCode=SYS' }), '/login?redirect=%2FHome')).toBe('/main?myCode=SYS');
    expect(landing(user(both, { redirect: '/Home', home: '/main' }), '/login')).toBe('/Home');
  });
  it.each(['//evil', 'https://evil', '/\\evil', 'javascript:alert(1)', '/login', ' /main'])('D3 %j leads nowhere else', (path) => {
    expect(landing(user({ zb: 1 }), `/login?redirect=${encodeURIComponent(path)}`)).toBe('/main?myCode=zb');
    expect(landing(user({ zb: 1 }, { redirect: path }), '/login')).toBe('/main?myCode=zb');
  });
  it('AUTH-10 a saved page opens nothing for who may open nothing', () => {
    expect(landing(user({ EI: 1 }), '/login?redirect=%2Fmain')).toBeNull();
  });
});
