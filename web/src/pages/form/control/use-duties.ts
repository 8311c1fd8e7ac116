import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { asEntities } from '#web/fields/values.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { FORM_EN, FORM_ZH } from '#web/i18n/parts/form.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { useFollow } from '../../use-follow.ts';
import type { Values } from '../state/form-state.ts';
import type { FormStore } from '../state/typing.ts';

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

/** The table whose rows are people. */
const PEOPLE = 'user';
const RULES = 'duty';
/** Two sides that have nothing in common are broken by two things at least. */
const FEWEST = 2;

const idsOf = (values: Values, name: string): string =>
  asEntities(values[name])
    .map(({ id }) => id)
    .join();
const listOf = (ids: string): number[] => (ids ? ids.split(',').map(Number) : []);

/** The rules that who stands in this form of a person breaks with the roles and posts that are chosen now; none elsewhere. */
export function useDuties(cloud: string, id: number, store: FormStore): readonly Broken[] {
  const [roles, posts] = useStore(
    store,
    useShallow(({ values }) => [idsOf(values, 'role_entities'), idsOf(values, 'post_entities')] as const),
  );
  const held = { role_entities: listOf(roles), post_entities: listOf(posts) };
  const isAsked = cloud === PEOPLE && held.role_entities.length + held.post_entities.length >= FEWEST;
  const { data, refetch } = useOp(ops.duties, id > 0 ? { id, ...held } : held, {
    enabled: isAsked,
    fresh: 0,
    keepPrevious: (before) => (before as { id?: number }).id === (id || undefined),
  });
  useFollow(
    (of) => of.cloud === RULES || of.cloud === PEOPLE,
    () => isAsked && refetch(),
  );
  return isAsked ? ((data?.rows ?? []) as unknown as Broken[]) : [];
}

/** What is said of one: that it is so, or that it would be; with the two things that do not go together, and why. */
export function dutyWords({ t, label, listed }: Texts, broken: Broken): (string | false)[] {
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
