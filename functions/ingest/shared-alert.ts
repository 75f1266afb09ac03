/** Messages of several dedup keys that routing rules put into one alert. */
import { type Alert, alertSchema } from '#domain/alert/schema.ts';
import { system } from '#domain/base.ts';
import { type RoutedSignal, worst } from '#domain/ingest/signal.ts';
import type { Integration } from '#domain/integration/schema.ts';
import {
  isAllResolved,
  type SharedAlert,
  sharedAlertId,
  sharedAlertSchema,
  sumOfFiring,
  withFiring,
  withoutFiring,
} from '#domain/routing/shared-alert.ts';
import { transitioned } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { apply } from '../apply.ts';
import { type KnownGroup, type Received, receiveSignal } from '../alerts/receive.ts';
import { asGuarded } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Applies a message to the alert that it shares. */
export async function receiveShared(
  work: UnitOfWork,
  integration: Integration,
  signal: RoutedSignal,
  known: KnownGroup,
  { text, serviceId }: { readonly text: string; readonly serviceId: string },
): Promise<Received> {
  const { teamId, id } = integration;
  const path = serverPaths.sharedAlert(teamId, sharedAlertId(id, text));
  const stored = await work.getReadable(sharedAlertSchema, path);
  const alert = known.alert?.status === 'resolved' ? null : known.alert;
  const open = alert ?? (stored && (await openAlert(work, teamId, stored.alertId)));
  const current = stored !== null && stored.alertId === open?.id ? stored : null;
  if (signal.action === 'resolve' && current !== null && open !== null) {
    const left = withoutFiring(current, signal.dedupKey);
    work.save(path, left);
    if (!isAllResolved(left)) return stillFiring(work, open, left);
  }
  const others = current === null ? emptied('') : withoutFiring(current, signal.dedupKey);
  const shared = withFiring(current ?? emptied(''), signal.dedupKey, signal.firing);
  const said =
    signal.action === 'trigger'
      ? {
          ...signal,
          dedupKey: text,
          firing: Math.max(1, sumOfFiring(shared)),
          // The mildest of several that fire may not hide the worst.
          severity:
            open !== null && !isAllResolved(others)
              ? worst([open.severity, signal.severity])
              : signal.severity,
        }
      : signal;
  const received = await receiveSignal(
    work,
    integration,
    said,
    { ...known, alert: open },
    { serviceId, shared: text },
  );
  if (signal.action === 'trigger' && received.alert !== null)
    work.save(path, { ...shared, alertId: received.alert.id } satisfies SharedAlert);
  return received;
}

const emptied = (alertId: string): SharedAlert => ({ alertId, firing: {}, over: false });

async function openAlert(work: UnitOfWork, teamId: string, alertId: string): Promise<Alert | null> {
  const alert = await work.getReadable(alertSchema, documentPaths.alert(teamId, alertId));
  return alert?.status === 'resolved' ? null : alert;
}

/** The alert after one of its dedup keys was resolved while others still fire. */
async function stillFiring(work: UnitOfWork, open: Alert, left: SharedAlert): Promise<Received> {
  const change = { firing: Math.max(1, sumOfFiring(left)) };
  const changed = transitioned(open, change, { by: system, now: work.now });
  return { alert: await apply(work, 'alert', asGuarded(open), changed), result: 'repeated' };
}
