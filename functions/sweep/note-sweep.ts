/** Notes when the sweep ran, in one value that every open browser reads: they warn once it gets old. */
import { realtimePaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';

export const noteSweep = ({ realtime, clock }: ServerPorts): Promise<void> =>
  realtime.update({ [realtimePaths.sweepAt()]: clock.now() });
