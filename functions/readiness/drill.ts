/** Drills: pages that prove one target of a person. */
import type { ChannelTarget } from '#domain/channel/schema.ts';
import { startPage } from '#domain/page/engine.ts';
import { directPolicy } from '#domain/page/frozen-policy.ts';
import { apply } from '../apply.ts';
import type { CommandContext } from '../kernel/command.ts';
import { fail } from '../kernel/command-failed.ts';
import { personTargetsOnly } from '../pages/recipients.ts';

export function requireDrills({ settings }: CommandContext['work']): void {
  if (!settings.drills)
    fail('forbidden', {}, 'Drills are switched off here. Ask whoever runs this Muster to switch them on.');
}

/** A page to one target: its person is asked, and nobody after them. */
export async function startDrill(
  { work, teamId, userId }: CommandContext,
  { to, userId: of }: { readonly to: ChannelTarget; readonly userId: string },
  delayMs = 0,
) {
  const request = {
    id: work.newId(),
    teamId,
    subject: { kind: 'drill', to } as const,
    incidentId: null,
    summary: 'Drill',
    urgency: 'high' as const,
    policyId: null,
    policy: { ...directPolicy([of], work.settings), name: 'Drill', repeat: 0 },
    turn: 0,
    acknowledgeTimeoutMinutes: 0,
    startsAt: work.now + delayMs,
  };
  const started = await apply(
    work,
    'page',
    null,
    startPage(request, { by: userId, now: work.now, people: personTargetsOnly }),
  );
  return { revision: started.revision, pageId: started.id };
}
