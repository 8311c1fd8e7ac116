import { fileOf, instead, type Problem } from '#protocol/check/problem.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { HandlersOf } from '#server/meta/handler.ts';

/** Actions whose handler the code of their suite does not have, or has for another number of records. */
export function checkCode(suites: readonly SuiteDef[], code: HandlersOf): Problem[] {
  return suites.flatMap((suite) =>
    suite.tables.flatMap((table) =>
      table.states.flatMap(({ value, actions = [] }) =>
        actions.flatMap((action): Problem[] => {
          if (action.op !== 'Call' || !action.code) return [];
          const at = { file: fileOf(suite.code, table.table_name), path: `states[${value}].actions[Call].code` };
          const known = code.get(suite.code) ?? {};
          const handler = Object.hasOwn(known, action.code) ? known[action.code] : undefined;
          const home = `suites/${suite.code}/server/actions.ts`;
          if (!handler)
            return [
              {
                ...at,
                reason: `there is no handler ${action.code}`,
                mend: `${instead(action.code, Object.keys(known))} Write it in ${home}`.trim(),
              },
            ];
          if (action.param === 'none' && !('all' in handler))
            return [
              {
                ...at,
                reason: `the handler ${action.code} is for each record, and the action takes none`,
                mend: `write all instead of each in ${home}, or another param`,
              },
            ];
          if (action.preview && several(action) && !('all' in handler))
            return [
              {
                ...at,
                path: at.path.replace(/code$/, 'preview'),
                reason: `the handler ${action.code} is for each record, and one file is given of all that the action takes`,
                mend: `write all instead of each in ${home}, or param: 'single'`,
              },
            ];
          return [];
        }),
      ),
    ),
  );
}

const several = ({ param }: Pick<ActionDef, 'param'>): boolean => param === 'multiple';
