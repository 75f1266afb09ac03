/** Handlers of a person's devices and of drills. */
import { isAppleMobile } from '#domain/device/device.ts';
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { directPolicy, startPage } from '#domain/page/engine.ts';
import { constants, day, limits } from '#domain/constants.ts';
import { reachability } from '#domain/readiness/reachability.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { apply } from '../apply.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { fail, found } from '../kernel/command-failed.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { personTargetsOnly } from '../pages/recipients.ts';
import { devicesOfPerson } from '../channels/push/find.ts';
import { claimRegistration, releaseRegistration } from '../channels/push/registrations.ts';
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
  return startDrill(context, target, delayed ? constants.drillDelaySeconds * 1000 : 0);
};

const drillMember: CommandHandler<'drillMember'> = async ({ userId: of }, context) => {
  const { work, teamId, userId } = context;
  requireDrills(work);
  found(await work.get(memberSchema, documentPaths.member(teamId, of)));
  const devices = (await devicesOfPerson(work, teamId, of)).filter(
    ({ registration }) => registration !== null,
  );
  if (devices.length === 0)
    fail(
      'invalid',
      { field: 'userId', rule: 'no device' },
      'No device of theirs takes notifications, so none can be drilled. Ask to mend instead.',
    );
  const pageIds: string[] = [];
  for (const device of devices) pageIds.push((await startDrill(context, device)).pageId);
  if (of !== userId)
    await sendNotice(work, {
      ...{ teamId, userId: of, cause: context.recordId, by: userId, link: '/readiness' },
      content: { kind: 'drilled', by: userId, devices: devices.length },
    });
  return { revision: 1, pageIds };
};

const askToMend: CommandHandler<'askToMend'> = async ({ userId: of }, context) => {
  const { work, teamId, userId } = context;
  found(await work.get(memberSchema, documentPaths.member(teamId, of)));
  const { state } = reachability(await devicesOfPerson(work, teamId, of), work.now);
  if (state === 'reachable')
    fail(
      'invalid',
      { field: 'userId', rule: 'reachable' },
      'They can be reached already: there is nothing to mend.',
    );
  await sendNotice(work, {
    ...{ teamId, userId: of, by: userId, link: '/readiness' },
    cause: `mend ${Math.floor(work.now / day)}`,
    content: { kind: 'mend', by: userId, state },
  });
  return { revision: 1 };
};

function requireDrills({ settings }: CommandContext['work']): void {
  if (!settings.drills)
    fail('forbidden', {}, 'Drills are switched off here. Ask whoever runs this Muster to switch them on.');
}

/** A page to one device: its person is asked, and nobody after them. */
async function startDrill(
  { work, teamId, userId }: CommandContext,
  { id: target, userId: of }: Device,
  delayMs = 0,
) {
  const request = {
    id: work.newId(),
    teamId,
    subject: { kind: 'drill', to: { channel: 'push', target } } as const,
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

export const deviceHandlers = {
  registerDevice,
  removeDevice,
  sendDrill,
  drillMember,
  askToMend,
} satisfies Partial<CommandHandlers>;
