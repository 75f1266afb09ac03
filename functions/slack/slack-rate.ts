/** Rate of requests of one Slack user: one limit for all processes over a database. */
import { sha256Hex } from '#domain/digest.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerDocs, ServerPorts } from '#ports/server/server.ts';
import { leaseBudget, LeasedRate } from '../kernel/leased-rate.ts';
import { transact } from '../kernel/unit-of-work.ts';

/** Requests of a user that a process leases at once. Few: a process that gets no further requests of the user leaves the rest unused. */
export const slackRequestsPerLease = 3;

const limits = { perMinute: settingsLimits.slackRequestsPerMinute, perLease: slackRequestsPerLease };

const byStore = new WeakMap<ServerDocs, LeasedRate>();

/** Counts a request that Slack has signed; whether it is within the limit. @throws PortError of the backend */
export async function takeSlackRequest(
  server: ServerPorts,
  teamId: string,
  slackUser: string,
): Promise<boolean> {
  const rate = byStore.get(server.docs) ?? new LeasedRate();
  byStore.set(server.docs, rate);
  const path = serverPaths.slackRate(teamId, sha256Hex(slackUser));
  const lease = () => transact(server, (work) => leaseBudget(work, path, limits));
  return (await rate.take(server, path, lease)).allowed;
}
