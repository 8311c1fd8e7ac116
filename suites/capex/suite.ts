import { defineSuite } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { contentKind, region, subjectKind } from './dicts/basis.ts';
import { fundReady, fundSource } from './dicts/fund.ts';
import { benefitType, constructNature, gateState, industry, level, projectState, projectType } from './dicts/project.ts';
import { capitalProjects } from './modules.ts';
import { desktop, projectByBenefit, projectByStage, projectBySubject } from './reports/desktop.ts';
import { executionByClassAndProject, fundExecution, projectCurve, unitByYear, yearExecution, yearRate } from './reports/execution.ts';
import { leaderView, projectByUnit, unitFunds, unitInvestment } from './reports/leader.ts';
import { projectOverview, projectYears } from './reports/overview.ts';
import { projectByClass, projectByRegion, unitByBegin, unitTree } from './reports/project.ts';
import { applicant } from './roles/applicant.ts';
import { depthead } from './roles/depthead.ts';
import { finance } from './roles/finance.ts';
import { investmgr } from './roles/investmgr.ts';
import { leader } from './roles/leader.ts';
import { legal } from './roles/legal.ts';
import { member } from './roles/member.ts';
import { president } from './roles/president.ts';
import { safety } from './roles/safety.ts';
import { tech } from './roles/tech.ts';
import { vicepres } from './roles/vicepres.ts';
import { viewer } from './roles/viewer.ts';
import { cities } from './seed/city.ts';
import { provinces } from './seed/province.ts';
import { city } from './tables/city.ts';
import { fundExec } from './tables/fund-exec.ts';
import { initiation } from './tables/initiation.ts';
import { initiationFund } from './tables/initiation-fund.ts';
import { investSubject } from './tables/invest-subject.ts';
import { planMonth } from './tables/plan-month.ts';
import { project } from './tables/project.ts';
import { projectStage } from './tables/project-stage.ts';
import { province } from './tables/province.ts';

/** Capital projects: an application passes seven steps and then stands in the ledger. */
/** Lists of capital projects offer 30 rows too, and turn no pages while they have fewer than ten. */
const sized = (table: TableDef): TableDef => ({ ...table, page_sizes: [10, 20, 30, 50, 100], page_hide: 1 });

export const capex = defineSuite({
  uid: 'capex',
  code: 'capex',
  version: '0.1.0',
  key_name: '资本性项目管理',
  key_name_en: 'Capital projects',
  requires: ['sys'],
  modules: [capitalProjects],
  dicts: [
    projectType,
    level,
    projectState,
    benefitType,
    industry,
    constructNature,
    gateState,
    fundSource,
    fundReady,
    subjectKind,
    contentKind,
    region,
  ],
  roles: [applicant, depthead, investmgr, finance, legal, tech, safety, vicepres, member, president, viewer, leader],
  tables: [province, city, investSubject, project, projectStage, planMonth, fundExec, initiation, initiationFund].map(sized),
  reports: [
    ...[projectByClass, projectByRegion, unitByBegin, unitTree, projectByStage, projectByBenefit, projectBySubject],
    ...[yearExecution, yearRate, fundExecution, projectCurve, unitByYear, ...executionByClassAndProject],
    ...[projectByUnit, unitInvestment, unitFunds, projectYears],
  ],
  boards: [desktop, leaderView, projectOverview],
  seed: [provinces, cities],
});
