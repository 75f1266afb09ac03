/** The running part of the demonstration: Muster's functions, and the simulated members. */
import type { EmbeddedProgram } from '#fakes/host/application.ts';
import { startTeammates } from '#demo/teammates.ts';
import { wholeCloud } from '#fakes/host/whole-cloud.ts';
import { createFunctions } from '#functions/index.ts';

/** Interval of the sweep. Short, because people watch a page escalate. */
const sweepSeconds = 5;

export const demoProgram = (soleSince: number, sweepMonitor: string | undefined): EmbeddedProgram => ({
  whole: wholeCloud,
  functions: createFunctions({ sweepSeconds, sweepMonitor, soleSince }),
  startMembers: startTeammates,
});
