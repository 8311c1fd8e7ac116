import { agentsOp, endAgentOp, setAgentOp } from '#protocol/ops/flow.ts';
import { endAgent, readAgents, setAgent } from '#server/people/agents.ts';
import { type Op, op } from '../op.ts';

/** /flow?op=Agents, SetAgent and EndAgent: one's own absences, whatever one's roles are. */
export const agentCalls: readonly Op[] = [
  op(agentsOp, async (house, { session }) => {
    const { rows, standing, tables } = await readAgents(house, session);
    return { rows: rows.map((row) => ({ ...row })), data: { standing, tables } };
  }),
  op(setAgentOp, async (house, { request, session, caller }) => ({
    data: { id: await setAgent(house, session, { ...request, address: caller.address }) },
  })),
  op(endAgentOp, async (house, { request, session, caller }) => {
    await endAgent(house, session, { id: request.id, address: caller.address });
    return {};
  }),
];
