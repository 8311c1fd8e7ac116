import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canReach, ordinaryUser } from './runner.ts';

const line = (name: string, uid: number, gid = uid) => `${name}:x:${uid}:${gid}::/:/bin/sh`;

it.each([
  ['postgres before all', [line('root', 0), line('nobody', 65_534), line('postgres', 101, 106)], { uid: 101, gid: 106 }],
  ['nobody next', [line('root', 0), line('ann', 1_000), line('nobody', 65_534)], { uid: 65_534, gid: 65_534 }],
  ['whoever there is', [line('root', 0), 'broken', line('toor', 0), line('ann', 1_000, 100)], { uid: 1_000, gid: 100 }],
])('root hands PostgreSQL to %s', (_name, passwd, user) => {
  expect(ordinaryUser(`${passwd.join('\n')}\n`)).toEqual(user);
});

it('a machine with root alone says what to do', () => {
  expect(() => ordinaryUser(line('root', 0))).toThrow('set DATABASE_URL');
});

it('a path is reached when every folder on the way may be entered', () => {
  const root = mkdtempSync(join(tmpdir(), 'formwork-reach-'));
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const stranger = { uid: uid + 1, gid: gid + 1 };
  mkdirSync(join(root, 'a'));
  chmodSync(root, 0o711);
  chmodSync(join(root, 'a'), 0o750);
  expect(canReach(join(root, 'not-yet'), stranger)).toBe(true);
  expect(canReach(join(root, 'a', 'b'), stranger)).toBe(false);
  expect(canReach(join(root, 'a', 'b'), { uid: uid + 1, gid })).toBe(true);
  expect(canReach(join(root, 'a', 'b'), undefined)).toBe(true);
  chmodSync(root, 0o700);
  expect(canReach(join(root, 'not-yet'), stranger)).toBe(false);
  expect(canReach(join(root, 'not-yet'), { uid, gid: gid + 1 })).toBe(true);
  rmSync(root, { recursive: true });
});
