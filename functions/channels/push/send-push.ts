/** A push to one device of a team's member, with what it says of its push service: whether it can be reached. */
import { system } from '#domain/base.ts';
import { type PushOutages, pushOutagesSchema } from '#domain/push-outage/schema.ts';
import { isNewFailure, recordPushFailure, recordPushSuccess } from '#domain/push-outage/transitions.ts';
import type { TransitionContext } from '#domain/transition.ts';
import { fromReadableDocument, toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import { pushServiceOf } from './push-service.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../../kernel/attempt.ts';
import { getReadable } from '../../kernel/readable.ts';

export interface PushAddressee {
  readonly teamId: string;
  readonly userId: string;
  readonly registration: string;
}

/** @throws PortError as `ServerPush.send` */
export async function sendPush(server: ServerPorts, to: PushAddressee, message: OutgoingPush): Promise<void> {
  try {
    const { pushService } = await server.push.send(to.registration, message);
    if (pushService !== null) await attempt(() => endOutage(server, to.teamId, pushService));
  } catch (error) {
    const host = isPortError(error) ? pushServiceOf(error) : null;
    if (host !== null) await attempt(() => noteFailure(server, to, host));
    throw error;
  }
}

/** Read first: most pushes say nothing new. */
async function noteFailure(server: ServerPorts, to: PushAddressee, host: string): Promise<void> {
  const { teamId, userId } = to;
  const failed = { teamId, userId, host };
  const known = await getReadable(server, pushOutagesSchema, documentPaths.pushOutages(teamId, teamId));
  if (!isNewFailure(known, failed, server.clock.now())) return;
  await change(server, teamId, (before, context) => recordPushFailure(before, failed, context).state);
}

async function endOutage(server: ServerPorts, teamId: string, host: string): Promise<void> {
  const known = await getReadable(server, pushOutagesSchema, documentPaths.pushOutages(teamId, teamId));
  if (!known?.outages.some((one) => one.host === host)) return;
  await change(server, teamId, (before, context) => before && recordPushSuccess(before, host, context).state);
}

/** Without the unit of work of commands, whose effects send pushes. */
async function change(
  { docs, clock }: ServerPorts,
  teamId: string,
  next: (before: PushOutages | null, context: TransitionContext) => PushOutages | null,
): Promise<void> {
  const path = documentPaths.pushOutages(teamId, teamId);
  await docs.transaction(async (work) => {
    const before = fromReadableDocument(pushOutagesSchema, await work.get(path));
    const after = next(before, { by: system, now: clock.now() });
    if (after !== null && after !== before) work.write({ type: 'set', path, data: toDocument(after) });
  });
}
