import type { Way } from './game.ts';
import type { Example } from './space/space.ts';

/** What is wrong with a flow: which rule, where, why, what to do, data for which it goes wrong and how a record comes there. `W` ones only warn. */
export interface FlowProblem {
  rule: string;
  path: string;
  reason: string;
  mend: string;
  example?: Example;
  way?: Way;
  /** fields that it hangs on; absent: all of the example */
  about?: readonly string[];
  /** of them those whose value alone goes wrong, beside the others as they are */
  exact?: readonly string[];
}
