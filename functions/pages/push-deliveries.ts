/** Push to one device for some of its deliveries, with the push service's answer on their records. */
import { system } from '#domain/base.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { changeDelivery, type DeliveryCommand } from '#domain/page/delivery.ts';
import { type Delivery, deliverySchema } from '#domain/page/schema.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import { releaseRegistration } from '../devices/registrations.ts';
import { attempt } from '../kernel/attempt.ts';
import { transact } from '../kernel/unit-of-work.ts';

export interface PushedDeliveries {
  readonly teamId: string;
  readonly deviceId: string | null;
  readonly registration: string;
  readonly deliveries: readonly Delivery[];
}

/** An outage leaves the deliveries as they are. */
export async function pushDeliveries(
  server: ServerPorts,
  pushed: PushedDeliveries,
  message: () => Promise<OutgoingPush>,
): Promise<void> {
  try {
    await server.push.send(pushed.registration, await message());
  } catch (error) {
    if (!isPortError(error)) throw error;
    if (!error.retryable)
      await attempt(() => note(server, pushed, { kind: 'failed', failure: failureOf(error.code) }));
    if (error.code === 'messaging/registration-unknown') await attempt(() => forget(server, pushed));
    return;
  }
  await attempt(() => note(server, pushed, { kind: 'accepted' }));
}

function failureOf(code: string): string {
  return code === 'messaging/registration-unknown'
    ? 'This device no longer takes messages. Register it again on it.'
    : 'The push service refused the message.';
}

async function note(
  server: ServerPorts,
  { deliveries }: PushedDeliveries,
  receipt: DeliveryCommand,
): Promise<void> {
  await transact(server, async (work) => {
    for (const { teamId, pageId, id } of deliveries) {
      const path = documentPaths.delivery(teamId, pageId, id);
      const current = await work.get(deliverySchema, path);
      if (current === null) continue;
      const { state } = changeDelivery(current, receipt, { by: system, now: work.now });
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
