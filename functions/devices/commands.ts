/** A person's browsers, and the drill that proves one. */
import { device, type Device } from '#domain/entities/device.ts';
import { refuse } from '#domain/errors.ts';
import { directPolicy, startPage } from '#domain/paging/engine.ts';
import { collectionPaths, documentPaths } from '#domain/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { command, type Session } from '../kernel/command.ts';
import { fail, found } from '../kernel/refused.ts';
import { applyPage } from '../pages/apply.ts';
import { onlyTheirs } from '../pages/people.ts';

export const registerDevice = command('registerDevice', async (input, session) => {
  session.require('registerDevice');
  const { work, teamId, userId } = session;
  const { deviceId, registration, label, userAgent } = input;
  const path = documentPaths.device(teamId, deviceId);
  const before = await work.get(device, path);
  if (before !== null && before.userId !== userId)
    fail(refuse('forbidden', {}, 'This device belongs to someone else. Register this one anew.'));
  if (registration !== null) await takeOver(session, registration, deviceId);
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
  };
  work.save(path, after);
  return { revision: after.revision };
});

/** A registration is one browser: whoever used it before is no longer reached there. */
async function takeOver({ work, teamId }: Session, registration: string, deviceId: string): Promise<void> {
  const holders = await work.find(
    device,
    query(collectionPaths.devices(teamId), where('registration', '==', registration)),
  );
  for (const holder of holders) {
    if (holder.id === deviceId) continue;
    const path = documentPaths.device(teamId, holder.id);
    work.save(path, { ...holder, registration: null, revision: holder.revision + 1 });
  }
}

export const sendDrill = command('sendDrill', async ({ deviceId }, session) => {
  session.require('registerDevice');
  const { work, teamId, userId, settings } = session;
  if (!settings.drills)
    fail(
      refuse(
        'forbidden',
        {},
        'Drills are switched off here. Ask whoever runs this Muster to switch them on.',
      ),
    );
  const target = found(await work.get(device, documentPaths.device(teamId, deviceId)));
  if (target.userId !== userId) fail(refuse('forbidden', {}, 'You can only drill your own devices.'));
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
    by: userId,
  };
  const started = await applyPage(work, null, startPage(request, onlyTheirs, work.now));
  return { revision: started.revision, pageId: started.id };
});
