/** The smallest provider with Muster's functions: the core of each port, in the memory of this page. A reload begins anew. */
import { md5 } from '@noble/hashes/legacy.js';
import { tabClock } from '#adapters/embedded-browser/system-clock.ts';
import { minimalBackend } from '#contracts/minimal/backend.ts';
import { minimalCloud } from '#contracts/minimal/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import type { Backend } from '#ports/backend.ts';
import { seededRandom } from '#provider-kit/random.ts';

/** Interval of the sweep. Short, because people watch a page escalate. */
const sweepSeconds = 5;

export function openMinimalProvider(): Backend {
  const cloud = minimalCloud({
    functions: createFunctions({ sweepSeconds }),
    clock: tabClock,
    random: seededRandom(crypto.randomUUID()),
    md5,
    report: (error) => console.error(error),
  });
  return minimalBackend(cloud).backend;
}
