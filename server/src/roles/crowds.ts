import { groupedBy } from '#protocol/meta/grouped.ts';
import type { Rights, RoleGrant } from '#server/access/grants/rights.ts';
import { type Rules, rulesFor } from '#server/access/rules.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { Group } from './groups.ts';
import type { Colleague, RoleGives } from './people.ts';

/** Who has a role, what each of their roles gives, and what the one is to give instead. */
export interface Change {
  id: number;
  people: readonly Colleague[];
  roles: ReadonlyMap<number, RoleGives>;
  became: RoleGives;
}

/** People of whom rights say the same: what they may do, but for whose rows, is the same. */
export interface Crowd {
  people: readonly Colleague[];
  before: Rules;
  after: Rules;
}

/** Of what roles give that which is asked about. */
export interface Part {
  groups: ReadonlySet<string>;
  flags: ReadonlySet<string>;
}

/** All that rights on the tables of a group hang on: a view tells of records of flows, as far as their own groups show them. */
export function partOf(catalogue: Catalogue, { uid, tables }: Group): Part {
  const told = tables.some(({ def }) => def.storage === 'view') ? catalogue.tables().filter(({ def }) => def.flow === 1) : [];
  return { groups: new Set([uid, ...told.map(({ group }) => group)]), flags: new Set() };
}

/** The words of a part that roles say, each a bit: what several give together is one number. */
interface Words {
  said: ReadonlyMap<string, RoleGrant | string>;
  /** a bit for each of `said` in order, beside ROOT */
  of(gives: RoleGives): bigint;
}
const ROOT = 1n;

/**
 * Of thousands of people hardly two have the same roles, but on one group these say the same of most of them: rules are made once for each
 * that is different, and not for each set of roles.
 */
export function crowdsOf(catalogue: Catalogue, { id, people, roles, became }: Change, part: Part): Crowd[] {
  const words = wordsOf([...roles.values(), became], part);
  const { number, joined, set } = unions();
  const says = new Map([...roles].map(([role, gives]) => [role, number(words.of(gives))]));
  const [here, next] = [says.get(id) ?? number(0n), number(words.of(became))];
  const [nothing, root] = [number(0n), number(ROOT)];
  const known = new Map<string, Rules>();
  const rules = (of: number, above: boolean): Rules => {
    const key = `${of} ${above}`;
    const said = set(of);
    const made = known.get(key) ?? rulesFor(catalogue, rightsOf(words, said), { root: (said & ROOT) !== 0n, super: above });
    known.set(key, made);
    return made;
  };
  const shares = people.map((who) => {
    let others = who.id === 1 ? root : nothing;
    for (const role of who.roles) if (role !== id) others = joined(others, says.get(role) ?? nothing);
    const has = who.roles.includes(id);
    return { who, before: has ? joined(others, here) : others, after: has ? joined(others, next) : others };
  });
  const alike = groupedBy(shares, ({ who, before, after }) => `${who.id === 1} ${before} ${after}`);
  return [...alike.values()].map((some) => {
    const [{ who, before, after }] = some as [(typeof some)[number]];
    return { people: some.map((one) => one.who), before: rules(before, who.id === 1), after: rules(after, who.id === 1) };
  });
}

/** Small numbers for sets of words: what two of them are together is worked out once, and not for each of whom it is asked. */
function unions() {
  const sets: bigint[] = [];
  const numbers = new Map<bigint, number>();
  const known = new Map<number, number>();
  const number = (set: bigint): number => {
    const found = numbers.get(set) ?? sets.push(set) - 1;
    numbers.set(set, found);
    return found;
  };
  const joined = (one: number, other: number): number => {
    const pair = one * 2 ** 24 + other;
    const found = known.get(pair) ?? number(sets[one]! | sets[other]!);
    known.set(pair, found);
    return found;
  };
  return { number, joined, set: (of: number): bigint => sets[of]! };
}

function wordsOf(all: readonly RoleGives[], part: Part): Words {
  const said = new Map(all.flatMap((gives) => [...saidBy(gives, part)]));
  const bits = new Map([...said.keys()].map((word, at) => [word, ROOT << BigInt(at + 1)]));
  const of = (gives: RoleGives) => [...saidBy(gives, part).keys()].reduce((sum, word) => sum | bits.get(word)!, gives.root ? ROOT : 0n);
  return { said, of };
}

/** Each grant and flag of a part that a role gives, by the words that name it. */
function saidBy({ rights }: RoleGives, { groups, flags }: Part): ReadonlyMap<string, RoleGrant | string> {
  const grants = rights.grants.filter(({ group_uid }) => groups.has(group_uid));
  const named = grants.map((grant): [string, RoleGrant] => {
    const names = [grant.items, grant.hide_uids, grant.readonly_uids].map((set) => [...set].sort());
    const scopes = Object.entries(grant.item_scopes ?? {}).sort();
    return [JSON.stringify([grant.group_uid, grant.scope, ...names, scopes]), grant];
  });
  return new Map<string, RoleGrant | string>([
    ...named,
    ...[...rights.flags].filter((flag) => flags.has(flag)).map((flag) => [flag, flag] as const),
  ]);
}

function rightsOf({ said }: Words, these: bigint): Rights {
  const all = [...said.values()].filter((_, at) => (these & (ROOT << BigInt(at + 1))) !== 0n);
  return Object.freeze({
    grants: all.filter((one) => typeof one !== 'string'),
    flags: new Set(all.filter((one) => typeof one === 'string')),
  });
}
