/** Opens a snoozed alert again when its time is up. Safe to run at any time and any number of times. */
import { wake } from '#domain/alert/transitions.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { system } from '#domain/base.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { currentSettings } from '../kernel/settings.ts';
import { asGuarded } from '../kernel/system.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { applyAlert } from './apply.ts';

export async function wakeAlert(server: ServerPorts, teamId: string, alertId: string): Promise<void> {
  const settings = await currentSettings(server.config);
  await transact(server, async (work) => {
    const current = await work.get(alertSchema, documentPaths.alert(teamId, alertId));
    if (current !== null)
      await applyAlert(work, asGuarded(current), wake(current, work.now), system, settings);
  });
}
