/** Notification of a notice on its person's devices. */
import type { Notice } from '#domain/notice/schema.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { sendMessageNow } from '../channels/messages.ts';

export const noticeTag = (id: string): string => `notice-${id}`;

/** Time to live of a message: four weeks at most. */
export const secondsUntil = (at: number, now: number): number =>
  Math.min(Math.max(Math.ceil((at - now) / 1_000), 0), 2_419_200);

/** Message that closes the notification of a notice. At most once. */
export const withdrawNotice = (server: ServerPorts, notice: Notice): Promise<void> =>
  sendMessageNow(server, notice, {
    data: { kind: 'settled', teamId: notice.teamId, tag: noticeTag(notice.id) },
    timeToLiveSeconds: Math.max(secondsUntil(notice.expiresAt, server.clock.now()), leastWithdrawalSeconds),
  });

/** Time to live of a withdrawal, for devices that are offline when the notice has expired already. */
const leastWithdrawalSeconds = 3_600;
