/** A signal from a machine becomes an alert, or more of one: exactly one alert per dedup key while it is not resolved. */
import { receive } from '#domain/alert/transitions.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import type { EventResult, Integration } from '#domain/integration/schema.ts';
import { firstOf, flappingOf, type Group, groupSchema, withOpening } from '#domain/ingest/group.ts';
import type { RoutedSignal } from '#domain/ingest/signal.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { apply } from '../apply.ts';
import { asGuarded } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export interface Received {
  /** Null: the signal was dropped. */
  readonly alert: Alert | null;
  readonly result: Exclude<EventResult, 'refused' | 'filtered'>;
}

/** A group of messages with its alert. */
export interface KnownGroup {
  readonly path: string;
  /** Null: none of its messages is known. */
  readonly group: Group | null;
  /** Null also for one that can't be read: it makes way for a new one. */
  readonly alert: Alert | null;
}

export async function groupOf(
  work: UnitOfWork,
  { teamId, id }: Integration,
  dedupKey: string,
): Promise<KnownGroup> {
  const path = serverPaths.alertKey(teamId, id, dedupKey);
  const group = await work.getReadable(groupSchema, path);
  const alert = group && (await work.getReadable(alertSchema, documentPaths.alert(teamId, group.alertId)));
  return { path, group, alert };
}

const testMessage = { kind: 'test-message' } as const;

interface ReceiveOptions {
  /** False: a test message, nobody is paged for it. */
  readonly pages?: boolean;
  /** Service of an alert that it opens. Default: the integration's. */
  readonly serviceId?: string;
  /** Text of an alert of several dedup keys, which `alert` of the group is. Default: its dedup key's own. */
  readonly shared?: string | null;
}

/** A signal about an alert that is not there is dropped. */
export async function receiveSignal(
  work: UnitOfWork,
  integration: Integration,
  signal: RoutedSignal,
  { path, group, alert: before }: KnownGroup,
  { pages = true, serviceId = integration.serviceId, shared = null }: ReceiveOptions = {},
): Promise<Received> {
  const { teamId } = integration;
  const origin = { id: work.newId(), teamId, serviceId, integrationId: integration.id };
  const opening = withOpening(group ?? firstOf(work.now), signal, work.now);
  const flapping = pages ? flappingOf(opening) : null;
  const change = receive(before, signal, { ...origin, now: work.now, flapping });
  const isTest = !pages && change.state?.id === origin.id;
  const state = change.state && isTest ? { ...change.state, unpaged: testMessage } : change.state;
  const isNew = state?.id === origin.id;
  if (isNew) work.save(path, { ...opening, alertId: state.id, shared } satisfies Group);
  else if (state !== null && group?.alertId !== state.id)
    work.save(path, { ...(group ?? firstOf(work.now)), alertId: state.id, shared } satisfies Group);
  if (state === null || (state === before && state.status === 'resolved'))
    return { alert: null, result: 'dropped' };
  const result = resultOf(signal, isNew);
  if (state === before) return { alert: state, result };
  const effects = change.effects.filter(({ kind }) => pages || kind !== 'start-page');
  const guarded = isNew ? null : before && asGuarded(before);
  const alert = await apply(work, 'alert', guarded, { ...change, state, effects });
  return { alert, result };
}

function resultOf({ action }: RoutedSignal, isNew: boolean): Received['result'] {
  if (action === 'trigger') return isNew ? 'opened' : 'repeated';
  return action === 'acknowledge' ? 'acknowledged' : 'resolved';
}
