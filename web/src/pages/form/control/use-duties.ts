import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { EntityValue, Envelope } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { asEntities } from '#web/fields/values.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { FORM_EN, FORM_ZH } from '#web/i18n/parts/form.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { useFollow } from '../../use-follow.ts';
import type { Values } from '../state/form-state.ts';
import type { FormStore } from '../state/writing.ts';

addTexts(FORM_ZH, FORM_EN);

/** A rule of incompatible duties that somebody stands against, or would by saving, as UserApi Duties answers it. */
export interface Broken {
  id: number;
  key_name: string;
  key_name_en: string;
  reason: string;
  reason_en: string;
  first: readonly EntityValue[];
  second: readonly EntityValue[];
  standing: 0 | 1;
}

/** A role or post that one person alone has, with the steps of flows at which nobody would decide as such without him. */
export interface SoleOffice {
  kind: 'role' | 'post';
  id: number;
  /** 1: others have it who lose it in the same act */
  together: 0 | 1;
  key_name: string;
  key_name_en: string;
  steps: readonly Record<'table' | 'step', { key_name: string; key_name_en: string }>[];
}

/** What follows of the roles and posts that somebody has, or would have by saving. */
export interface Follows {
  broken: readonly Broken[];
  /** those that he alone has, and would have no more */
  offices: readonly SoleOffice[];
  /** how many modules they open; null: it is not known */
  modules: number | null;
  /** no role is chosen at all */
  roleless?: boolean;
}

/** The table whose rows are people. */
const PEOPLE = 'user';
const RULES = 'duty';
export const NOTHING_FOLLOWS: Follows = { broken: [], offices: [], modules: null };

const idsOf = (values: Values, name: string): string =>
  asEntities(values[name])
    .map(({ id }) => id)
    .join();
const listOf = (ids: string): number[] => (ids ? ids.split(',').map(Number) : []);

/** What follows of the roles and posts that are chosen now in this form of a person; nothing elsewhere, and of a new one who has none yet. */
export function useFollows(cloud: string, id: number, store: FormStore): Follows {
  const [roles, posts] = useStore(
    store,
    useShallow(({ values }) => [idsOf(values, 'role_entities'), idsOf(values, 'post_entities')] as const),
  );
  const held = { role_entities: listOf(roles), post_entities: listOf(posts) };
  const isAsked = cloud === PEOPLE && (id > 0 || held.role_entities.length + held.post_entities.length > 0);
  const { data, refetch } = useOp(ops.duties, id > 0 ? { id, ...held } : held, {
    enabled: isAsked,
    fresh: 0,
    keepPrevious: (before) => (before as { id?: number }).id === (id || undefined),
  });
  useFollow(
    (of) => of.cloud === RULES || of.cloud === PEOPLE,
    () => isAsked && refetch(),
  );
  return isAsked ? { ...followsIn(data), roleless: held.role_entities.length === 0 } : NOTHING_FOLLOWS;
}

/** From an answer of UserApi Duties. */
export function followsIn(answer: Pick<Envelope, 'data' | 'rows'> | undefined): Follows {
  const { modules = null, offices = [] } = (answer?.data ?? {}) as Partial<Follows>;
  return { broken: (answer?.rows ?? []) as unknown as Broken[], offices, modules };
}

/** All that is said of it, a warning each. */
export function warningsOf(texts: Texts, { broken, offices, modules, roleless }: Follows): { key: string; words: (string | false)[] }[] {
  const { t, label } = texts;
  return [
    ...broken.map((one) => ({ key: `duty ${one.id}`, words: dutyWords(texts, one) })),
    ...offices.map((one) => ({
      key: `${one.kind} ${one.id}`,
      words: [t(one.together ? 'form.officeLeftTogether' : 'form.officeLeft', { office: label(one), steps: stepsOf(texts, one) })],
    })),
    ...(modules === 0 ? [{ key: 'modules', words: [t(roleless ? 'form.noRole' : 'form.noModule')] }] : []),
  ];
}

/** Steps that are named; there may be more. */
const NAMED = 5;

/** The steps that an office handles, each with its table. */
export function stepsOf({ t, label, listed }: Texts, { steps }: Pick<SoleOffice, 'steps'>): string {
  const words = listed(steps.slice(0, NAMED).map(({ table, step }) => `${label(table)} · ${label(step)}`));
  return steps.length > NAMED ? t('form.stepsMore', { words, n: steps.length }) : words;
}

/** What is said of one: that it is so, or that it would be; with the two things that do not go together, and why. */
function dutyWords({ t, label, listed }: Texts, broken: Broken): (string | false)[] {
  const places = {
    rule: label(broken),
    first: listed(broken.first.map((one) => label(one))),
    second: listed(broken.second.map((one) => label(one))),
  };
  return [
    t(broken.standing ? 'form.dutyStands' : 'form.dutyWould', places),
    broken.reason !== '' && t('form.dutyReason', { reason: label(broken, 'reason') }),
  ];
}
