/** Alerts of the small team, written as the server would have: so many can't be fired one by one. */
import { act } from '@testing-library/react';
import type { Alert } from '#domain/alert/schema.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { arrive } from './incident.ts';
import { teamId } from './small-team.ts';
import type { AppStage } from './stage.tsx';

export const alertId = (index: number): string => `a${String(index).padStart(5, '0')}`;

/** The alert at a place, counted from the oldest: open, a second after the one before it. */
const alertAt = (index: number, now: number, changes: Partial<Alert> = {}): object => ({
  id: alertId(index),
  teamId,
  createdAt: now,
  createdBy: 'system',
  revision: 1,
  private: false,
  people: [],
  dedupKey: `disk-${index}`,
  summary: `Disk ${index} is full`,
  severity: 'warning',
  status: 'open',
  flapping: null,
  count: 1,
  firing: 1,
  startsAt: now + index * 1000,
  firstAt: now + index * 1000,
  lastAt: now + index * 1000,
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  suppressedUntilAt: null,
  labels: { host: `db-${index}` },
  links: [],
  serviceId: 'search',
  integrationId: null,
  incidentId: null,
  heldBy: null,
  unpaged: null,
  pageId: null,
  ...changes,
});

export async function writeAlerts(
  server: ServerPorts,
  [from, to]: readonly [from: number, to: number],
  changes: (index: number) => Partial<Alert> = () => ({}),
): Promise<void> {
  const now = server.clock.now();
  for (let start = from; start < to; start += 400)
    await server.docs.batch(
      Array.from({ length: Math.min(to, start + 400) - start }, (_, offset) => ({
        type: 'set' as const,
        path: documentPaths.alert(teamId, alertId(start + offset)),
        data: toDocument(alertAt(start + offset, now, changes(start + offset))),
      })),
    );
}

/** Writes them while the app is open. */
export async function addAlerts(
  app: AppStage,
  range: readonly [from: number, to: number],
  changes?: (index: number) => Partial<Alert>,
): Promise<void> {
  await act(() => writeAlerts(app.server, range, changes));
  await arrive(app);
}
