import type { SeedDef } from '#protocol/meta/suite.ts';
import { cityAgencies } from './seed/city-agency.ts';
import { departments } from './seed/department.ts';
import { domains } from './seed/domain.ts';
import { duties } from './seed/duty.ts';
import { initiations } from './seed/initiation.ts';
import { initiationFunds } from './seed/initiation-fund.ts';
import { investSubjects } from './seed/invest-subject.ts';
import { messages } from './seed/message.ts';
import { monthSeeds } from './seed/month.ts';
import { otherSeeds } from './seed/other.ts';
import { posts } from './seed/post.ts';
import projects from './seed/project.json' with { type: 'json' };
import months from './seed/project-month.json' with { type: 'json' };
import stages from './seed/project-stage.json' with { type: 'json' };
import { users } from './seed/user.ts';

/** What scripts/make-demo.ts writes: rows by columns, empty tails cut. */
interface Pack {
  table: string;
  fields: string[];
  rows: unknown[][];
}

/** The packed rows spread out; what is empty is left out. */
const spread = (pack: Pack): SeedDef => ({
  table: pack.table,
  company: 'demo',
  domain: 'yuanshan',
  rows: pack.rows.map((row) => Object.fromEntries(row.map((cell, at) => [pack.fields[at]!, cell]).filter(([, cell]) => cell !== null))),
});

/**
 * The demonstration company and its counterpart. Departments name users and users departments: a loader sets references once all
 * rows of a company stand. Roles are those of the suites, by code.
 */
export const demoSeeds: readonly SeedDef[] = [
  domains,
  departments,
  posts,
  duties,
  users,
  messages,
  investSubjects,
  cityAgencies,
  spread(projects as Pack),
  spread(stages as Pack),
  ...monthSeeds(months, spread(projects as Pack).rows),
  initiations,
  initiationFunds,
  ...otherSeeds,
];
