/** The documents' contract over a backend that loses, doubles, delays and reorders its hints. Replay: `TEST_SEED=…`. */
import { seededRandom } from '#provider-kit/random.ts';
import { drawn } from '#tests/property.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { minimalProvider } from './provider.ts';
import { withUnreliableHints } from './unreliable-hints.ts';

const { seed } = drawn();
const pollMs = 30_000;

docsContract(
  minimalProvider({
    name: `minimal, hints unreliable, seed ${seed}`,
    through: (backend, clock, client) =>
      withUnreliableHints(backend, clock, seededRandom(`${seed}/${client}`)),
    // A hint that was lost is made up for by the next poll.
    settleMs: pollMs,
  }),
);
