/** Opens a snoozed alert again when its time is up. Safe to run at any time and any number of times. */
import { wake } from '#domain/alert.ts';
import { alert } from '#domain/entities/alert.ts';
import { system } from '#domain/entities/base.ts';
import { documentPaths } from '#domain/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { currentSettings } from '../kernel/settings.ts';
import { trusted } from '../kernel/system.ts';
import { transact } from '../kernel/work.ts';
import { applyAlert } from './apply.ts';

export async function wakeAlert(server: ServerPorts, teamId: string, alertId: string): Promise<void> {
  const settings = await currentSettings(server.config);
  await transact(server, async (work) => {
    const current = await work.get(alert, documentPaths.alert(teamId, alertId));
    if (current !== null) await applyAlert(work, trusted(current), wake(current, work.now), system, settings);
  });
}
