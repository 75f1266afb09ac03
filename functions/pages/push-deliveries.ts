/** Push to one device for some of its deliveries, with the push service's answer on their records. */
import { system } from '#domain/base.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { changeDelivery, type DeliveryCommand, recordFailedAttempt } from '#domain/page/delivery.ts';
import { type Delivery, deliverySchema } from '#domain/page/schema.ts';
import { type Changed, revised, type TransitionContext } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { sendPush } from '../devices/send-push.ts';
import { releaseRegistration } from '../devices/registrations.ts';
import { attempt } from '../kernel/attempt.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { nextWayTask, reachedTask } from '../tasks.ts';

export interface PushedDeliveries {
  readonly teamId: string;
  readonly userId: string;
  readonly deviceId: string | null;
  readonly registration: string;
  readonly deliveries: readonly Delivery[];
}

/** After an outage the deliveries stay queued with the failed attempt, and the sweep sends them again. */
export async function pushDeliveries(
  server: ServerPorts,
  pushed: PushedDeliveries,
  message: () => Promise<OutgoingPush>,
): Promise<void> {
  try {
    await sendPush(server, pushed, await message());
  } catch (error) {
    if (!isPortError(error)) throw error;
    await attempt(() =>
      error.retryable
        ? noteAttempt(server, pushed)
        : note(server, pushed, { kind: 'failed', failure: failureOf(error.code) }),
    );
    if (error.retryable) await enqueue(server, nextWayTask, pushed.deliveries);
    if (error.code === 'messaging/registration-unknown') await attempt(() => forget(server, pushed));
    return;
  }
  await attempt(() => note(server, pushed, { kind: 'accepted' }));
  const failedBefore = pushed.deliveries.filter(({ failedAttempts = 0 }) => failedAttempts > 0);
  await enqueue(server, reachedTask, failedBefore);
}

/** Once a page. A task that is lost comes again with the next attempt. */
async function enqueue({ tasks }: ServerPorts, task: string, deliveries: readonly Delivery[]): Promise<void> {
  for (const [pageId, [first]] of Map.groupBy(deliveries, (one) => one.pageId))
    if (first !== undefined) {
      const { teamId, userId } = first;
      await attempt(() => tasks.enqueue(task, { teamId, pageId, userId }));
    }
}

function failureOf(code: string): string {
  return code === 'messaging/registration-unknown'
    ? 'This device no longer takes messages. Register it again on it.'
    : 'The push service refused the message.';
}

const note = (server: ServerPorts, pushed: PushedDeliveries, receipt: DeliveryCommand): Promise<void> =>
  change(server, pushed, (current, context) => changeDelivery(current, receipt, context));

const noteAttempt = (server: ServerPorts, pushed: PushedDeliveries): Promise<void> =>
  change(server, pushed, (current, context) =>
    recordFailedAttempt(current, 'the push service can’t be reached', context),
  );

async function change(
  server: ServerPorts,
  { deliveries }: PushedDeliveries,
  changed: (current: Delivery, context: TransitionContext) => Changed<Delivery, never>,
): Promise<void> {
  await transact(server, async (work) => {
    for (const { teamId, pageId, id } of deliveries) {
      const path = documentPaths.delivery(teamId, pageId, id);
      const current = await work.getReadable(deliverySchema, path);
      if (current === null) continue;
      const { state } = changed(current, { by: system, now: work.now });
      if (state !== current) work.save(path, state);
    }
  });
}

/** A dead registration is not tried again; the device asks for a new one when it is next opened. */
async function forget(
  server: ServerPorts,
  { teamId, deviceId, registration }: PushedDeliveries,
): Promise<void> {
  if (deviceId === null) return;
  const path = documentPaths.device(teamId, deviceId);
  await transact(server, async (work) => {
    const current = await work.get(deviceSchema, path);
    if (current?.registration !== registration) return;
    work.save(path, revised(current, { registration: null, lostAt: work.now }));
    await releaseRegistration(work, registration, { teamId, id: deviceId });
  });
}
