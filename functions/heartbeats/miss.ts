/** Opens the alert of a heartbeat whose beat is missing, in the transaction that notes it. Safe to run at any time and any number of times. */
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { heartbeatSignal, missBeat } from '#domain/heartbeat/transitions.ts';
import { integrationSchema } from '#domain/integration/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { receiveOn } from '../ingest/ingest-signal.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { isTeamGone } from '../team/gone.ts';

export async function missHeartbeat(server: ServerPorts, teamId: string, id: string): Promise<void> {
  await transact(server, async (work) => {
    const path = documentPaths.heartbeat(teamId, id);
    const before = await work.get(heartbeatSchema, path);
    const missed = before && missBeat(before, work.now);
    if (missed === null || (await isTeamGone(work, teamId))) return;
    const integration = await work.get(integrationSchema, documentPaths.integration(teamId, id));
    if (integration === null || integration.revokedAt !== null) {
      // No beat is expected of a revoked key.
      work.save(path, { ...missed, missedAt: null });
      return;
    }
    work.save(path, missed);
    await receiveOn(work, integration, heartbeatSignal('trigger', integration.name, missed, work.now), {
      key: null,
    });
  });
}
