/** Opens a snoozed alert again when its time is up. Safe to run at any time and any number of times. */
import { changeAlert } from '#domain/alert/transitions.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { system } from '#domain/base.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { apply } from '../apply.ts';
import { accept } from '../kernel/command-failed.ts';
import { asGuarded } from '../kernel/system.ts';
import { isTeamGone } from '../team/gone.ts';
import { transact } from '../kernel/unit-of-work.ts';

export async function wakeAlert(server: ServerPorts, teamId: string, alertId: string): Promise<void> {
  await transact(server, async (work) => {
    const current = await work.get(alertSchema, documentPaths.alert(teamId, alertId));
    if (current === null || (await isTeamGone(work, teamId))) return;
    const change = accept(changeAlert(current, { kind: 'wake' }, { by: system, now: work.now }));
    await apply(work, 'alert', asGuarded(current), change);
  });
}
