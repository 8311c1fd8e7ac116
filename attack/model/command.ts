import { BLOCK, playBlock, type Reached, sumOf } from '#server/flow/kernel/random/testing-play.ts';

/**
 * `npm run attack model [plans] [seed] [begin]`: random flows and what people try with them, each command held against all invariants. Ends
 * at the first that is broken, with the smallest plan that breaks it. After each block it says how far it is: who stopped it goes on at `begin`.
 */
export async function modelCommand([plans = '1000000', seed = '1', begin = '0']: readonly string[]): Promise<string> {
  const numbers = { plans: Number(plans), seed: Number(seed), begin: Number(begin) };
  for (const [name, value] of Object.entries(numbers))
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Error(`npm run attack model [plans] [seed] [begin]: ${name} is a whole number`);
  if (numbers.begin % BLOCK) throw new Error(`npm run attack model: begin is a multiple of ${BLOCK}, as it says on its way`);
  let reached: Reached = { plans: 0, accepted: 0, refused: 0, ended: 0 };
  for (let from = numbers.begin; from < numbers.plans; from += BLOCK) {
    const count = Math.min(BLOCK, numbers.plans - from);
    reached = sumOf([reached, played(numbers.seed, from / BLOCK, count)]);
    process.stderr.write(`${from + count}: ${JSON.stringify(reached)}\n`);
  }
  const { accepted, refused, ended } = reached;
  return `${reached.plans} plans (seed ${seed}, from ${begin}): ${accepted} commands accepted, ${refused} refused, ${ended} cases ended; no invariant broken`;
}

function played(seed: number, block: number, count: number): Reached {
  try {
    return playBlock(seed, block, count);
  } catch (error) {
    throw new Error(`in the block that begins at ${block * BLOCK}, seed ${seed}:\n${(error as Error).message}`, { cause: error });
  }
}
