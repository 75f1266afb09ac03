/** Machines that send alerts of the small team's services. */
import type { Integration } from '#domain/integration/schema.ts';
import { keyRecord } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import type { HttpRequest } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { toDocument } from '#api/codec.ts';
import { seedSmallTeam, teamId } from './small-team.ts';

const keys = {
  alertmanager: 'alertmanager-payments',
  pagerduty: 'P4G3RDUTY0000000000000000SEARCH0',
} as const;

/** The path at which Alertmanager speaks for Payments. */
export const alertmanagerPath = `/in/alertmanager/${keys.alertmanager}`;

/** The small team, with Alertmanager in front of Payments and PagerDuty's events in front of Search. */
export async function seedTeamWithSenders(server: ServerPorts): Promise<void> {
  await seedSmallTeam(server);
  const integration = (kind: keyof typeof keys, serviceId: string) =>
    ({
      id: kind,
      teamId,
      createdAt: server.clock.now(),
      createdBy: 'ada',
      revision: 1,
      name: kind,
      serviceId,
      kind,
      keyEnding: keys[kind].slice(-4),
      lastEventAt: null,
      revokedAt: null,
    }) satisfies Integration;
  const senders = [integration('alertmanager', 'payments'), integration('pagerduty', 'search')];
  await server.docs.batch(
    senders.flatMap((sender) =>
      [
        [documentPaths.integration(teamId, sender.id), sender] as const,
        keyRecord(keys[sender.kind], sender),
      ].map(([path, entity]) => ({ type: 'set' as const, path, data: toDocument(entity) })),
    ),
  );
}

export interface Complaint {
  readonly summary: string;
  /** Dedup key: a repeated one raises the count. Default the summary. */
  readonly key?: string;
  /** Default `critical`, which pages. */
  readonly severity?: 'critical' | 'error' | 'warning' | 'info';
  /** Default `trigger`. */
  readonly action?: 'trigger' | 'resolve';
}

/** A message about Search, as a sender of PagerDuty's events would send it. */
export function complaint(given: Complaint): Partial<Omit<HttpRequest, 'body'>> & { readonly body: object } {
  const { summary, key = summary, severity = 'critical', action = 'trigger' } = given;
  return {
    path: '/v2/enqueue',
    body: {
      routing_key: keys.pagerduty,
      event_action: action,
      dedup_key: key,
      payload: { summary, source: 'search-1', severity },
    },
  };
}
