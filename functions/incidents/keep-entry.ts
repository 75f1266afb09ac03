import type { TimelineEvent } from '#domain/entities/timeline-event.ts';
import { documentPaths } from '#domain/paths.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { unlimited } from '../kernel/system.ts';

export function keepEntry(work: CommandWork, before: Guarded<TimelineEvent>, after: TimelineEvent): void {
  const { teamId, incidentId, id } = before;
  unlimited(work).save(documentPaths.timelineEvent(teamId, incidentId, id), after);
}
