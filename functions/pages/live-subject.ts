/** The check that what a page is about is not over, before the page asks again. */
import { incidentSchema } from '#domain/incident/schema.ts';
import { isLive } from '#domain/incident/status.ts';
import type { Page } from '#domain/page/schema.ts';
import { whyNotRepaged } from '#domain/page/repage.ts';
import { documentPaths } from '#api/paths.ts';
import { fail } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import { hasOnlyEndedAlerts } from './join.ts';

export async function requireLiveSubject(on: CommandWork, page: Page): Promise<void> {
  const work = unitOfWorkOf(on);
  const { teamId, incidentId } = page;
  const path = incidentId === null ? null : documentPaths.incident(teamId, incidentId);
  const incident = path === null ? null : await work.getReadable(incidentSchema, path);
  if (incident && !isLive(incident)) fail('already_resolved', {}, whyNotRepaged(page, incident) ?? undefined);
  if (await hasOnlyEndedAlerts(work, page)) fail('already_resolved', {}, 'All of its alerts are over.');
}
