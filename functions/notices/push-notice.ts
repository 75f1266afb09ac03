/** Pushes about a notice, to its person's devices. */
import { deviceSchema } from '#domain/device/schema.ts';
import type { Notice } from '#domain/notice/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { sendPush } from '../devices/send-push.ts';
import { attempt } from '../kernel/attempt.ts';
import { findReadable } from '../kernel/readable.ts';

export const noticeTag = (id: string): string => `notice-${id}`;

/** Time to live of a push: four weeks at most. */
export const secondsUntil = (at: number, now: number): number =>
  Math.min(Math.max(Math.ceil((at - now) / 1_000), 0), 2_419_200);

/** Push that closes the notification of a notice on the person's devices. At most once. */
export const withdrawNotice = (server: ServerPorts, notice: Notice): Promise<void> =>
  pushNotice(server, notice, {
    data: { kind: 'settled', teamId: notice.teamId, tag: noticeTag(notice.id) },
    timeToLiveSeconds: Math.max(secondsUntil(notice.expiresAt, server.clock.now()), leastWithdrawalSeconds),
  });

/** Time to live of a withdrawal, for devices that are offline when the notice has expired already. */
const leastWithdrawalSeconds = 3_600;

/** Pushes a notice at most once: the notice itself is on the home screen. */
export async function pushNotice(
  server: ServerPorts,
  { teamId, userId }: Notice,
  message: OutgoingPush,
): Promise<void> {
  const theirs = query(collectionPaths.devices(teamId), where('userId', '==', userId));
  for (const { registration } of await findReadable(server, deviceSchema, theirs))
    if (registration !== null)
      await attempt(() => sendPush(server, { teamId, userId, registration }, message));
}
