/**
 * Brings alerts in line with a maintenance window: what it holds no more is paged for, what it holds from now on goes silent. Each alert
 * in a transaction of its own, which looks again; the window moves on when nothing is left. Safe to run at any time and any number of times.
 */
import { type Alert, alertSchema } from '#domain/alert/schema.ts';
import { type AlertCommand, changeAlert } from '#domain/alert/transitions.ts';
import { system } from '#domain/base.ts';
import { day } from '#domain/constants.ts';
import { type Maintenance, maintenanceSchema } from '#domain/maintenance/schema.ts';
import { activeSpan, isInScope, nextChange } from '#domain/maintenance/window.ts';
import { fromDocument, fromReadableDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { documentId, limit, orderBy, query, startAfter, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { apply } from '../apply.ts';
import { accept } from '../kernel/command-failed.ts';
import { asGuarded } from '../kernel/system.ts';
import { attempt } from '../kernel/attempt.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { maintenanceTask } from '../tasks.ts';
import { isTeamGone } from '../team/gone.ts';

const portion = 100;
/** Tasks are put off by 30 days at most. */
const mostAheadMs = 29 * day;

export async function tickMaintenance(server: ServerPorts, teamId: string, id: string): Promise<void> {
  const path = documentPaths.maintenance(teamId, id);
  const window = fromDocument(maintenanceSchema, await server.docs.get(path));
  const now = server.clock.now();
  if (window === null || window.dueAt === null || window.dueAt > now) return;
  if (await transact(server, (work) => isTeamGone(work, teamId))) return;
  for await (const alert of alertsOf(server, teamId, where('heldBy', '==', id)))
    if (!holds(window, alert, now)) await settleAlert(server, path, alert);
  if (activeSpan(window, now) !== null)
    for await (const alert of alertsOf(server, teamId, where('status', '==', 'open')))
      if (alert.heldBy !== id && holds(window, alert, now)) await settleAlert(server, path, alert);
  await moveOn(server, path);
}

const holds = (window: Maintenance, alert: Alert, now: number): boolean =>
  isInScope(window, alert) && activeSpan(window, now) !== null;

/** All matches of the query, whatever changes meanwhile. Unreadable alerts are skipped. */
async function* alertsOf(
  { docs }: ServerPorts,
  teamId: string,
  part: ReturnType<typeof where>,
): AsyncGenerator<Alert> {
  let place: string | null = null;
  for (;;) {
    const from = place === null ? [] : [startAfter([place])];
    const order = [orderBy(documentId), ...from, limit(portion)];
    const found = await docs.find(query(collectionPaths.alerts(teamId), part, ...order));
    for (const snapshot of found) {
      // The sweep notes documents that can't be read.
      const alert = fromReadableDocument(alertSchema, snapshot);
      if (alert !== null) yield alert;
    }
    const last = found.at(-1);
    if (!last || found.length < portion) return;
    place = last.id;
  }
}

function settleAlert(server: ServerPorts, path: string, { teamId, id }: Alert): Promise<void> {
  return transact(server, async (work) => {
    const window = await work.get(maintenanceSchema, path);
    const alert = await work.get(alertSchema, documentPaths.alert(teamId, id));
    if (window === null || alert === null) return;
    const command = commandFor(window, alert, work);
    if (command === null) return;
    const change = accept(changeAlert(alert, command, { by: system, now: work.now }));
    await apply(work, 'alert', asGuarded(alert), change);
  });
}

function commandFor(window: Maintenance, alert: Alert, { now }: UnitOfWork): AlertCommand | null {
  const isHeld = alert.heldBy === window.id;
  if (holds(window, alert, now))
    return isHeld
      ? null
      : { kind: 'hold', maintenanceId: window.id, reason: `Held by maintenance: ${window.name}.` };
  return isHeld ? { kind: 'release' } : null;
}

/**
 * Sets the next due time, unless the window has ended and an alert is still held: one may have come meanwhile, and the next run
 * releases it.
 */
function moveOn(server: ServerPorts, path: string): Promise<void> {
  return transact(server, async (work) => {
    const window = await work.get(maintenanceSchema, path);
    if (window === null || window.dueAt === null || window.dueAt > work.now) return;
    if (activeSpan(window, work.now) === null) {
      const held = query(collectionPaths.alerts(window.teamId), where('heldBy', '==', window.id), limit(1));
      if ((await work.find(alertSchema, held)).length > 0) return;
    }
    const dueAt = nextChange(window, work.now);
    work.save(path, { ...window, dueAt });
    scheduleTick(work, { ...window, dueAt });
  });
}

/** A task looks at it when it is due, if that is not too far ahead. The sweep comes by anyway, up to a minute later. */
export function scheduleTick(
  work: Pick<UnitOfWork, 'afterCommit' | 'now'>,
  { teamId, id, dueAt, revision }: Maintenance,
): void {
  if (dueAt === null || dueAt - work.now > mostAheadMs) return;
  work.afterCommit(async ({ tasks }) => {
    await attempt(() =>
      tasks.enqueue(
        maintenanceTask,
        { teamId, maintenanceId: id },
        { at: dueAt, id: `${maintenanceTask}-${id}-${revision}-${dueAt}` },
      ),
    );
  });
}
