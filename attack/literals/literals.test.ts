import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../tools.ts';
import { runLiterals } from './engine.ts';
import { foreign, OWN } from './payloads.ts';
import { deepPlaces, FIELDS, filterPlaces, oneOfEach, parameters, unknownOps, WRITTEN } from './places.ts';
import { type Ground, openGround, scanLog } from './run.ts';
import { runWritten } from './written.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround(4);
});
afterAll(() => ground?.close());

/** Where most is typed: the lists of other people are sent there in each run, and everywhere by `npm run attack literals`. */
const SHORT = new Set([
  'key_word',
  'key_name value',
  'key_name = value',
  'key_name in [value]',
  'quoted in where',
  'like in where',
  'name of a sort',
]);

describe('metamorphic literals: a value is a value, whatever stands in it', () => {
  test('A4 every op of the wire has a call here, so that a new one cannot be left out', () => expect(unknownOps()).toEqual([]));

  test('A4 A7 A17 every parameter of every op', async () => {
    const { pair, known } = ground;
    const run = await runLiterals(pair.b, pair.canary, parameters(known), OWN);
    expect(run.findings).toEqual([]);
  });

  test('A1 A2 A3 A4 A5 every place inside filters', async () => {
    const { pair } = ground;
    const run = await runLiterals(pair.b, pair.canary, filterPlaces(oneOfEach(FIELDS)), OWN);
    expect(run.findings).toEqual([]);
  });

  test.runIf(has('wfuzz'))('A4 the lists of wfuzz where most is typed', async () => {
    const places = filterPlaces().filter((place) => SHORT.has(place.name.replace('filters ', '')));
    expect(places).toHaveLength(SHORT.size);
    const run = await runLiterals(ground.pair.b, ground.pair.canary, places, foreign());
    expect(run.findings).toEqual([]);
  });

  test('A4 A16 names and values deep in a form', async () => {
    const { pair, known } = ground;
    const run = await runLiterals(pair.b, pair.canary, deepPlaces(known), OWN);
    expect(run.findings).toEqual([]);
  });

  test('A18 A19 what is written reads back as it was sent, or is refused', async () => {
    const { pair, known } = ground;
    const run = await runWritten(pair.b, pair.canary, { id: known.initiation, fields: oneOfEach(WRITTEN) }, OWN);
    expect(run.findings).toEqual([]);
    expect(run.stored).toBeGreaterThan(40);
  });

  test('G9 E20 no marker of what is hidden in any answer, no token in the log', () => {
    scanLog(ground);
    expect(ground.pair.canary.sightings).toEqual([]);
  });
});
