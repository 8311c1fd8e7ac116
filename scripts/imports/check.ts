import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import { RULES, roomOf } from './rooms.ts';

const ROOTS = ['protocol', 'server', 'web', 'suites', 'e2e', 'attack', 'bench', 'scripts'];

/** Reads all imports below `root` and answers a line for each forbidden one; an empty look is a failure, not a pass. */
export async function forbiddenImports(root: string, roots: readonly string[] = ROOTS): Promise<string[]> {
  const { modules, summary } = await read(root, roots);
  const own = modules.filter((module) => !module.source.includes('node_modules') && !module.coreModule);
  if (own.filter((module) => !module.couldNotResolve).length === 0) return [`no module found below ${root}: the check looked at nothing`];
  const comments = new Map(RULES.map((rule) => [rule.name, rule.comment ?? '']));
  const broken = summary.violations.map((found) => {
    const round = found.cycle?.length ? ` (${found.cycle.map((step) => step.name).join(' -> ')})` : '';
    return `${found.from} imports ${found.to}${round}: ${comments.get(found.rule.name)} [${found.rule.name}]`;
  });
  return [...new Set([...broken, ...own.flatMap(relativeAcrossRooms)])];
}

async function read(root: string, roots: readonly string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    roots.filter((path) => existsSync(join(root, path))),
    {
      baseDir: root,
      ruleSet: { forbidden: RULES },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|data|\\.cache|test-results)/' },
      parser: 'tsc',
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      conditionNames: ['import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
    },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text');
  return output;
}

/** Between rooms an import is written `#protocol/…`, so that moving a file inside its room touches no other room. */
function relativeAcrossRooms(module: IModule): string[] {
  if (!/^((protocol|server|web)\/src\/[^/]+|suites\/[^/]+)\//.test(module.source)) return [];
  return module.dependencies
    .filter((to) => to.module.startsWith('.') && roomOf(to.resolved) !== roomOf(module.source))
    .map((to) => `${module.source} imports ${to.module}: between rooms write #${to.resolved.replace('/src/', '/')} [across rooms]`);
}
