import { beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});

/** The room as a page loads it. */
async function opened() {
  vi.resetModules();
  return import('./choices.ts');
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => stored.clear());

it('what is chosen is told, kept for the next load, and stays until the server has it', async () => {
  const told: [string, string][] = [];
  let isOnline = false;
  const tell = async (name: string, value: string) => {
    if (!isOnline) throw new Error('offline');
    told.push([name, value]);
  };
  const page = await opened();
  page.setTeller(tell);
  page.adoptChoices('demo/5', { theme: 'light', side: 'folded' });
  page.choose('theme', 'dark');
  await settled();
  expect([page.choice('theme'), page.choice('side'), told]).toEqual(['dark', 'folded', []]);

  const again = await opened();
  expect(again.choice('theme')).toBe('dark');
  isOnline = true;
  again.setTeller(tell);
  again.adoptChoices('demo/5', { theme: 'light', side: 'folded' });
  await settled();
  expect([again.choice('theme'), told]).toEqual(['dark', [['theme', 'dark']]]);
  again.adoptChoices('demo/5', { theme: 'light' });
  expect([again.choice('theme'), again.choice('side')]).toEqual(['light', undefined]);
});

it('what one person chose is not the next one’s, unless he chose it before he signed in', async () => {
  const told: [string, string][] = [];
  const tell = async (...one: [string, string]) => void told.push(one);
  const page = await opened();
  page.setTeller(tell);
  page.adoptChoices('demo/5', { locale: 'en_US', theme: 'dark' });
  page.setTeller(null);
  expect(page.choice('locale')).toBe('en_US');
  page.setTeller(tell);
  page.adoptChoices('demo/6', {});
  expect([page.choice('locale'), page.choice('theme')]).toEqual([undefined, undefined]);

  page.setTeller(null);
  page.choose('locale', 'en_US');
  page.setTeller(tell);
  page.adoptChoices('demo/7', { locale: 'zh_CN' });
  await settled();
  expect([page.choice('locale'), told]).toEqual(['en_US', [['locale', 'en_US']]]);
});

it('what is chosen or told while an answer is on its way stands against it, and what another machine chose does not', async () => {
  const page = await opened();
  const { chosenSince } = await import('./since.ts');
  page.setTeller(async () => undefined);
  page.adoptChoices('demo/5', { locale: 'zh_CN', theme: 'dark', side: 'open' });
  page.choose('locale', 'en_US');
  const asked = page.keptChoices();
  page.choose('side', 'folded');
  await settled();
  expect(page.keptChoices().unsent).toEqual({});
  expect(chosenSince(asked)).toEqual({ locale: 'en_US', side: 'folded' });
  expect(chosenSince(page.keptChoices())).toEqual({});
  page.adoptChoices('demo/6', { locale: 'zh_CN' });
  expect(chosenSince(asked)).toEqual({});
});

it('what is no choice is neither kept nor believed', async () => {
  stored.set('fw.choices', '{"owner":1,"values":{"theme":"pink","side":"open"},"unsent":{"x":"y"}}');
  const page = await opened();
  page.choose('theme', 'pink');
  expect([page.choice('theme'), page.choice('side')]).toEqual([undefined, 'open']);
  stored.set('fw.choices', 'null');
  expect((await opened()).choice('side')).toBeUndefined();
});

it('of one name the newest always stands at the end: one is told at a time, and what lies between is not told at all', async () => {
  const told: string[] = [];
  const answers: ((is: 'done' | 'lost') => void)[] = [];
  const tell = (name: string, value: string) =>
    new Promise<void>((resolve, reject) => {
      told.push(`${name}=${value}`);
      answers.push((is) => (is === 'done' ? resolve() : reject(new Error('offline'))));
    });
  const page = await opened();
  page.setTeller(tell);
  page.choose('theme', 'dark');
  page.choose('theme', 'light');
  page.choose('theme', 'system');
  page.choose('locale', 'en_US');
  expect(told).toEqual(['theme=dark', 'locale=en_US']);
  answers[0]!('done');
  await settled();
  expect(told.slice(2)).toEqual(['theme=system']);
  page.choose('theme', 'dark');
  answers[2]!('lost');
  await settled();
  expect(told.slice(3)).toEqual(['theme=dark']);
  answers[3]!('lost');
  await settled();
  // what was lost is told with the next occasion, not over and over
  expect(told).toHaveLength(4);
  page.choose('side', 'folded');
  expect(told.slice(4)).toEqual(['theme=dark', 'side=folded']);
});

it('what one person chose alike while another’s was on its way is told for him too', async () => {
  const told: string[] = [];
  const answers: (() => void)[] = [];
  const tell = (name: string, value: string) => new Promise<void>((resolve) => answers.push(resolve) && told.push(`${name}=${value}`));
  const page = await opened();
  page.setTeller(tell);
  page.adoptChoices('demo/5', {});
  page.choose('theme', 'dark');
  page.adoptChoices('demo/6', {});
  page.choose('theme', 'dark');
  expect(told).toEqual(['theme=dark']);
  answers[0]!();
  await settled();
  expect(told).toEqual(['theme=dark', 'theme=dark']);
});
