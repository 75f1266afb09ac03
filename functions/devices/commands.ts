/** Handlers of a person's devices and of drills. */
import { isAppleMobile } from '#domain/device/device.ts';
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { directPolicy, startPage } from '#domain/page/engine.ts';
import { documentPaths } from '#api/paths.ts';
import { apply } from '../apply.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { fail, found } from '../kernel/command-failed.ts';
import { personTargetsOnly } from '../pages/recipients.ts';
import { devicesOfPerson } from './find.ts';
import { claimRegistration, releaseRegistration } from './registrations.ts';

const registerDevice: CommandHandler<'registerDevice'> = async (input, context) => {
  const { work, teamId, userId } = context;
  const { deviceId, registration, label, userAgent, homeScreenOnly } = input;
  const path = documentPaths.device(teamId, deviceId);
  const before = await work.get(deviceSchema, path);
  if (before !== null && before.userId !== userId)
    fail('forbidden', {}, 'This device belongs to someone else. Register this one anew.');
  const given = before?.registration ?? null;
  if (given !== null && given !== registration)
    await releaseRegistration(work, given, { teamId, id: deviceId });
  if (registration !== null) await claimRegistration(work, registration, { teamId, id: deviceId, userId });
  const after: Device = {
    ...(before ?? {
      id: deviceId,
      teamId,
      createdAt: work.now,
      createdBy: userId,
      userId,
      lastShownAt: null,
      lastDrillAt: null,
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
  // What stood for this phone before Muster was on its home screen.
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

const sendDrill: CommandHandler<'sendDrill'> = async ({ deviceId }, context) => {
  const { work, teamId, userId } = context;
  const { settings } = work;
  if (!settings.drills)
    fail('forbidden', {}, 'Drills are switched off here. Ask whoever runs this Muster to switch them on.');
  const target = found(await work.get(deviceSchema, documentPaths.device(teamId, deviceId)));
  if (target.userId !== userId) fail('forbidden', {}, 'You can only drill your own devices.');
  const policy = { ...directPolicy([userId], settings), name: 'Drill', repeat: 0 };
  const request = {
    id: work.newId(),
    teamId,
    subject: { kind: 'drill', deviceId } as const,
    incidentId: null,
    summary: 'Drill',
    urgency: 'high' as const,
    policyId: null,
    policy,
    turn: 0,
    acknowledgeTimeoutMinutes: 0,
  };
  const started = await apply(
    work,
    'page',
    null,
    startPage(request, { by: userId, now: work.now, people: personTargetsOnly }),
  );
  return { revision: started.revision, pageId: started.id };
};

export const deviceHandlers = { registerDevice, removeDevice, sendDrill } satisfies Partial<CommandHandlers>;
