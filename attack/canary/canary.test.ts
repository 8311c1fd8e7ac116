import { describe, expect, test } from 'vitest';
import { createCanary } from './canary.ts';

describe('the canary', () => {
  test('G9 sees a marker in any case, inside other text, in base64 and in hex, and says where it was planted', () => {
    const canary = createCanary('a test');
    const marker = canary.text('project.remark of 7');
    for (const text of [
      `x${marker}y`,
      marker.toUpperCase(),
      Buffer.from(`{"a":"${marker}"}`).toString('base64'),
      Buffer.from(marker).toString('hex'),
    ])
      canary.scan('an answer', text);
    expect(canary.sightings).toHaveLength(4);
    expect(canary.sightings[0]).toEqual({ where: 'an answer', what: 'project.remark of 7' });
  });
  test.each([0, 1, 2, 3])('G9 sees it in base64 after %d letters', (before) => {
    const canary = createCanary('another');
    canary.scan('a file', Buffer.from(`${'a'.repeat(before)}${canary.text('a file')}`).toString('base64'));
    expect(canary.sightings).toHaveLength(1);
  });
  test('G9 sees numbers, the far day and bytes', () => {
    const canary = createCanary();
    canary.scan('an amount', `{"price":"${canary.number('project.total_price of 1')}.250000"}`);
    canary.scan('a day', `"${canary.day}"`);
    canary.scan('a file', Buffer.from(canary.text('a file')));
    expect(canary.sightings.map((one) => one.where)).toEqual(['an amount', 'a day', 'a file']);
  });
  test('E20 a secret of the run is seen in a log; what the reader wrote himself is none', () => {
    const canary = createCanary();
    canary.secret('a token', 'T0ken-of-this-run');
    canary.tell(`note=${canary.text('a note')}`);
    canary.scan('the log', '{"msg":"token T0ken-of-this-run"}');
    canary.scan('an answer', canary.text('another') && 'nothing');
    expect(canary.sightings).toEqual([{ where: 'the log', what: 'a token' }]);
  });
  test('G9 nobody can guess a marker, and a seed gives it again', () => {
    expect(createCanary().text('x')).not.toBe(createCanary().text('x'));
    expect(createCanary('s').text('x')).toBe(createCanary('s').text('x'));
  });
});
