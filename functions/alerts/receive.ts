/** A signal from a machine becomes an alert, or more of one: exactly one alert per dedup key while it is not resolved. */
import * as v from 'valibot';
import { receive } from '#domain/alert/transitions.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { idSchema } from '#domain/base.ts';
import type { EventResult, Integration } from '#domain/integration/schema.ts';
import type { Signal } from '#domain/ingest/signal.ts';
import { documentPaths } from '#api/paths.ts';
import { apply } from '../apply.ts';
import { asGuarded } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Which alert a dedup key stands for; the alert itself may be over. */
const pointer = v.object({ alertId: idSchema });

interface Received {
  /** Null: the signal was dropped. */
  readonly alert: Alert | null;
  readonly result: Exclude<EventResult, 'refused'>;
}

/** `pages` false: nobody is paged for it. A signal about an alert that is not there is dropped. An alert that can't be read makes way for a new one. */
export async function receiveSignal(
  work: UnitOfWork,
  integration: Integration,
  signal: Signal,
  { pages = true }: { readonly pages?: boolean } = {},
): Promise<Received> {
  const { teamId, serviceId } = integration;
  const pointerPath = documentPaths.alertKey(teamId, integration.id, signal.dedupKey);
  const known = await work.get(pointer, pointerPath);
  const before =
    known === null ? null : await work.getReadable(alertSchema, documentPaths.alert(teamId, known.alertId));
  const origin = { id: work.newId(), teamId, serviceId, integrationId: integration.id };
  const change = receive(before, signal, { ...origin, now: work.now });
  const { state } = change;
  if (state === null || (state === before && state.status === 'resolved'))
    return { alert: null, result: 'dropped' };
  const result = resultOf(signal, state.id === origin.id);
  if (state === before) return { alert: state, result };
  const isNew = state.id === origin.id;
  if (isNew) work.save(pointerPath, { alertId: state.id });
  const effects = change.effects.filter(({ kind }) => pages || kind !== 'start-page');
  const guarded = isNew ? null : before && asGuarded(before);
  const alert = await apply(work, 'alert', guarded, { ...change, state, effects });
  return { alert, result };
}

function resultOf({ action }: Signal, isNew: boolean): Received['result'] {
  if (action === 'trigger') return isNew ? 'opened' : 'repeated';
  return action === 'acknowledge' ? 'acknowledged' : 'resolved';
}
