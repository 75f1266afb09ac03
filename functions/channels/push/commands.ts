/** Handlers of a person's devices. */
import { isAppleMobile } from '#domain/device/device.ts';
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { constants, limits } from '#domain/constants.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandHandler, CommandHandlers } from '../../kernel/command.ts';
import { fail, found } from '../../kernel/command-failed.ts';
import { devicesOfPerson } from './find.ts';
import { claimRegistration, releaseRegistration } from './registrations.ts';
import { requireDrills, startDrill } from '../../readiness/drill.ts';
import { sendLossMessage } from './taken-over.ts';

const registerDevice: CommandHandler<'registerDevice'> = async (input, context) => {
  const { work, teamId, userId } = context;
  const { deviceId, registration, label, userAgent, homeScreenOnly } = input;
  const path = documentPaths.device(teamId, deviceId);
  const before = await work.get(deviceSchema, path);
  if (before !== null && before.userId !== userId)
    fail('forbidden', {}, 'This device belongs to someone else. Register this one anew.');
  if (before === null && (await devicesOfPerson(work, teamId, userId)).length >= limits.devicesPerPerson)
    fail(
      'limit_reached',
      { limit: limits.devicesPerPerson },
      `A person can have ${limits.devicesPerPerson} devices in a team. Remove one that is no longer used first.`,
    );
  const given = before?.registration ?? null;
  if (given !== null && given !== registration)
    await releaseRegistration(work, given, { teamId, id: deviceId });
  if (registration !== null)
    await sendLossMessage(
      work,
      await claimRegistration(work, registration, { teamId, id: deviceId, userId }),
    );
  const after: Device = {
    ...(before ?? {
      id: deviceId,
      teamId,
      createdAt: work.now,
      createdBy: userId,
      userId,
      lastShownAt: null,
      lastDrillAt: null,
      pushShownAt: null,
    }),
    revision: (before?.revision ?? 0) + 1,
    registration,
    label,
    userAgent,
    homeScreenOnly,
    takenOverAt: null,
    lostAt: null,
    signedOutAt: null,
  };
  // The device of this phone before Muster was on its home screen.
  if (before === null && registration !== null && isAppleMobile(userAgent))
    for (const one of await devicesOfPerson(work, teamId, userId))
      if (one.homeScreenOnly === true && one.id !== deviceId)
        work.remove(documentPaths.device(teamId, one.id));
  work.save(path, after);
  return { revision: after.revision };
};

const removeDevice: CommandHandler<'removeDevice'> = async ({ deviceId }, context) => {
  const { work, teamId, userId } = context;
  const path = documentPaths.device(teamId, deviceId);
  const device = found(await work.get(deviceSchema, path));
  if (device.userId !== userId) fail('forbidden', {}, 'You can only remove your own devices.');
  if (device.registration !== null) await releaseRegistration(work, device.registration, device);
  work.remove(path);
  return { revision: device.revision + 1 };
};

const sendDrill: CommandHandler<'sendDrill'> = async ({ deviceId, delayed }, context) => {
  const { work, teamId, userId } = context;
  requireDrills(work);
  const target = found(await work.get(deviceSchema, documentPaths.device(teamId, deviceId)));
  if (target.userId !== userId) fail('forbidden', {}, 'You can only drill your own devices.');
  const to = { channel: 'push', target: deviceId } as const;
  return startDrill(context, { to, userId }, delayed ? constants.drillDelaySeconds * 1000 : 0);
};

export const pushHandlers = {
  registerDevice,
  removeDevice,
  sendDrill,
} satisfies Partial<CommandHandlers>;
