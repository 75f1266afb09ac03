/** Push: the channel to a person's browsers. */
import * as v from 'valibot';
import { provedBy } from '#domain/device/device.ts';
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { wayOfDevice } from '#domain/device/way.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import type { DocData } from '#ports/docs/values.ts';
import { isPortError } from '#ports/errors.ts';
import type { DocumentWork } from '../../kernel/documents.ts';
import type { NotificationChannel, ReachedWay, SendOutcome } from '../channel.ts';
import { storedTargets } from '../stored-targets.ts';
import { devicesOfPerson } from './find.ts';
import { registrationPath, releaseRegistration } from './registrations.ts';
import { sendPush } from './send-push.ts';

export const pushChannel: NotificationChannel = {
  id: 'push',
  isSlow: false,
  settles: true,
  takesNone: 'This device takes no messages. Register it on it.',

  ...storedTargets({
    schema: deviceSchema,
    path: documentPaths.device,
    wayOf: (device): ReachedWay => ({
      ...wayOfDevice(device),
      teamId: device.teamId,
      userId: device.userId,
      address: device.registration,
      takesNotices: true,
      replaces: false,
    }),
  }),

  async send(server, { teamId, userId, address }, message) {
    try {
      await sendPush(server, { teamId, userId, registration: address }, message);
      return { kind: 'accepted' };
    } catch (error) {
      if (!isPortError(error)) throw error;
      if (error.retryable) return { kind: 'unreached', failure: 'the push service can’t be reached' };
      return error.code === 'messaging/registration-unknown' ? gone : refused;
    }
  },

  // A message that settles takes the notification away.
  sendOutcome: null,

  queueMessage: null,

  async prove(work, teamId, target, { shown, isDrill }) {
    const path = documentPaths.device(teamId, target);
    const device = await work.getReadable(deviceSchema, path);
    if (device === null) return;
    const proved = shown === null ? {} : provedBy(shown, device, work.now);
    work.save(path, revised<Device>(device, { ...proved, ...(isDrill && { lastDrillAt: work.now }) }));
  },

  /** The device asks for a new registration when it is next opened. */
  async record(work, { teamId, to: { target }, address }) {
    const path = documentPaths.device(teamId, target);
    const device = await work.get(deviceSchema, path);
    if (device?.registration === address) await turnOff(work, device, { lostAt: work.now });
    return null;
  },

  async leave(work, teamId, userId) {
    for (const device of await devicesOfPerson(work, teamId, userId)) await turnOff(work, device, {});
  },

  /** The registration may have devices in other teams. */
  async erased({ docs }, { path, data }) {
    const [, teamId, collection] = path.split('/');
    const registration = data?.['registration'];
    if (collection !== 'devices' || typeof registration !== 'string') return;
    await docs.transaction(async (transaction) => {
      const owner = registrationPath(registration);
      const { data: stored } = await transaction.get(owner);
      if (stored === null || !v.is(holding, stored)) return;
      const devices = stored.devices.filter((one) => one.teamId !== teamId);
      transaction.write({ type: 'set', path: owner, data: { ...stored, devices } as DocData });
    });
  },

  async signOut(work, teamId, userId) {
    for (const device of await devicesOfPerson(work, teamId, userId))
      await turnOff(work, device, { signedOutAt: work.now });
  },
};

/** What is kept of an owner whose registration may be unreadable otherwise. */
const holding = v.looseObject({ devices: v.array(v.looseObject({ teamId: v.string() })) });

const gone: SendOutcome = {
  kind: 'failed',
  failure: 'This device no longer takes messages. Register it again on it.',
  gone: true,
};
const refused: SendOutcome = { kind: 'failed', failure: 'The push service refused the message.' };

async function turnOff(work: DocumentWork, device: Device, because: Partial<Device>): Promise<void> {
  const { teamId, id, registration } = device;
  if (registration === null) return;
  work.save(documentPaths.device(teamId, id), revised<Device>(device, { registration: null, ...because }));
  await releaseRegistration(work, registration, device);
}
