/**
 * The one interpreter of transitions: keeps a changed incident, alert or page, writes the timeline, and carries out the effects,
 * in the transaction or after it.
 */
import type * as v from 'valibot';
import { unresolvedStatuses } from '#domain/alert/status.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { changeAlert, heldIn } from '#domain/alert/transitions.ts';
import type { Effect } from '#domain/effects.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import type { PageEffect } from '#domain/page/effects.ts';
import { isShared, joinedTo, nextReview, withReview } from '#domain/page/joining.ts';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { changePage } from '#domain/page/transitions.ts';
import type { Changed, Transition } from '#domain/transition.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { Json } from '#ports/shared.ts';
import { channelOf } from './channels/channels.ts';
import { notifyOfOffers } from './incidents/offers.ts';
import { saveIncident } from './incidents/save.ts';
import type { CommandWork, Guarded } from './kernel/guard.ts';
import { asGuarded, unitOfWorkOf } from './kernel/system.ts';
import { attempt } from './kernel/attempt.ts';
import type { UnitOfWork } from './kernel/unit-of-work.ts';
import { maintenanceHolding } from './maintenance/hold.ts';
import { joinPage, openWindow, pageToJoin } from './pages/join.ts';
import { notify } from './pages/notify.ts';
import { addAskedParticipants } from './pages/participants.ts';
import { settleDeliveries } from './pages/settle.ts';
import { startAlertPage } from './pages/start.ts';
import { reviewTask, tickTask, wakeTask } from './tasks.ts';

interface Aggregates {
  readonly incident: Incident;
  readonly alert: Alert;
  readonly page: Page;
}

interface Due {
  readonly name: string;
  readonly at: number | null;
  readonly payload: Json;
}

interface Aggregate<E> {
  readonly schema: v.GenericSchema<unknown, E>;
  path(teamId: string, id: string): string;
  /** The incident whose timeline tells of it. */
  incidentId(after: E, before: E | null): string | null;
  /** The alert whose history tells of it while there is no such incident; null: none. */
  alertId(entity: E): string | null;
  /** The tasks that look at it when it is due. The sweep comes by anyway, up to a minute later. */
  tasks?(entity: E): readonly Due[];
  /** Saves further documents with it. */
  keep?(work: UnitOfWork, after: E, before: E | null, effects: readonly Effect[]): Promise<void>;
}

const aggregates: { readonly [K in keyof Aggregates]: Aggregate<Aggregates[K]> } = {
  incident: {
    schema: incidentSchema,
    path: documentPaths.incident,
    incidentId: ({ id }) => id,
    alertId: () => null,
    async keep(work, after, before) {
      saveIncident(work, before, after);
      await notifyOfOffers(work, before, after);
    },
  },
  alert: {
    schema: alertSchema,
    path: documentPaths.alert,
    // The unlinking of an alert is an entry of the incident that it leaves.
    incidentId: (after, before) => after.incidentId ?? before?.incidentId ?? null,
    alertId: ({ id }) => id,
    tasks: ({ teamId, id: alertId, suppressedUntilAt: at }) => [
      { name: wakeTask, at, payload: { teamId, alertId } },
    ],
  },
  page: {
    schema: pageSchema,
    path: documentPaths.page,
    incidentId: ({ incidentId }) => incidentId,
    alertId: ({ subject }) => (subject.kind === 'alert' ? subject.alertId : null),
    tasks: ({ teamId, id: pageId, nextAt, reviewAt = null, reviewing }) => [
      { name: tickTask, at: nextAt, payload: { teamId, pageId } },
      // A review that dies is repeated by the sweep.
      { name: reviewTask, at: reviewing ? null : reviewAt, payload: { teamId, pageId } },
    ],
    keep: (work, after, _, effects) => addAskedParticipants(work, after, effects),
  },
};

/** `before` null for what is new. Returns the entity as the transaction has it in the end, with what its effects changed. */
export async function apply<K extends keyof Aggregates>(
  on: CommandWork,
  kind: K,
  before: Guarded<Aggregates[K]> | null,
  { state, events, effects }: Changed<Aggregates[K], Effect>,
): Promise<Guarded<Aggregates[K]>> {
  if (state === before) return before;
  const work = unitOfWorkOf(on);
  const aggregate: Aggregate<Aggregates[K]> = aggregates[kind];
  const { teamId, id, revision } = state;
  const path = aggregate.path(teamId, id);
  work.save(path, state);
  const incidentId = aggregate.incidentId(state, before);
  const alertId = aggregate.alertId(state);
  if (incidentId !== null) work.appendTimeline(teamId, incidentId, events);
  else if (alertId !== null) work.appendAlertHistory(teamId, alertId, events);
  await aggregate.keep?.(work, state, before, effects);
  for (const effect of effects) await carryOut(work, teamId, effect);
  for (const { name, at, payload } of aggregate.tasks?.(state) ?? []) {
    const known = before && aggregate.tasks?.(before).find((one) => one.name === name)?.at;
    if (at === null || at === known) continue;
    work.afterCommit(async ({ tasks }) => {
      await attempt(() => tasks.enqueue(name, payload, { at, id: `${name}-${id}-${revision}` }));
    });
  }
  return asGuarded((await work.get(aggregate.schema, path)) ?? state);
}

async function carryOut(work: UnitOfWork, teamId: string, effect: Effect): Promise<void> {
  const context = (by: string) => ({ by, now: work.now });
  switch (effect.kind) {
    case 'start-page': {
      const path = documentPaths.alert(teamId, effect.alertId);
      const alert = await work.getReadable(alertSchema, path);
      if (alert === null) return;
      const held = await maintenanceHolding(work, alert);
      if (held !== null) {
        work.save(path, { ...alert, ...heldIn(held.id) });
        return;
      }
      const found = await pageToJoin(work, alert);
      const joined = found && (await joinPage(work, alert, found));
      if (joined) await review(work, joined);
      const started = joined ? null : await startAlertPage(work, alert);
      if (started?.ok) await openWindow(work, alert, await apply(work, 'page', null, started));
      const page = joined ?? (started?.ok ? started.state : null);
      // Only this transaction has seen the alert since: it is still the same change.
      if (page) work.save(path, joinedTo(alert, page));
      else if (started?.ok === false) work.save(path, { ...alert, unpaged: started.unpaged });
      return;
    }
    case 'acknowledge-page':
      return onPage(work, teamId, effect.pageId, (page) =>
        isShared(page)
          ? review(work, withReview(page, nextReview(work.now)))
          : changePage(page, { kind: 'acknowledge' }, context(effect.userId)),
      );
    case 'end-page':
      return onPage(work, teamId, effect.pageId, (page) =>
        isShared(page)
          ? review(work, withReview(page, nextReview(work.now)))
          : changePage(page, { kind: 'cancel', reason: effect.reason }, context(effect.userId)),
      );
    case 'end-pages': {
      const belongs = where('incidentId', '==', effect.incidentId);
      const asks = where('status', 'in', ['pending', 'notifying', 'acknowledged']);
      const asking = await work.find(pageSchema, query(collectionPaths.pages(teamId), belongs, asks));
      const ended = { kind: 'cancel', reason: effect.reason } as const;
      for (const { id } of asking)
        await onPage(work, teamId, id, (page) => changePage(page, ended, context(effect.userId)));
      return;
    }
    case 'resolve-alerts': {
      const belongs = where('incidentId', '==', effect.incidentId);
      const active = where('status', 'in', [...unresolvedStatuses]);
      const found = await work.find(alertSchema, query(collectionPaths.alerts(teamId), belongs, active));
      for (const alert of found) {
        const change = changeAlert(alert, { kind: 'resolve' }, context(effect.userId));
        if (change.ok) await apply(work, 'alert', asGuarded(alert), change);
      }
      return;
    }
    case 'notify':
      return onPage(work, teamId, effect.pageId, (page) => notify(work, page, effect));
    case 'settle':
      return onPage(work, teamId, effect.pageId, (page) => settleDeliveries(work, page, effect.userIds));
    case 'acknowledge-subject':
      return acknowledgeSubject(work, teamId, effect);
    case 'release-alert': {
      const alert = await work.getReadable(alertSchema, documentPaths.alert(teamId, effect.alertId));
      const change =
        alert && changeAlert(alert, { kind: 'follow-page', ...effect.release }, context(effect.by));
      if (change?.ok) await apply(work, 'alert', asGuarded(alert), change);
      return;
    }
  }
}

/** Saves a page with a review of its alerts. */
async function review(work: UnitOfWork, state: Page): Promise<void> {
  const before = await work.getReadable(pageSchema, documentPaths.page(state.teamId, state.id));
  if (before) await apply(work, 'page', asGuarded(before), { ok: true, state, events: [], effects: [] });
}

/** A domain error says that the page has ended or been taken already: it needs nothing more. */
async function onPage(
  work: UnitOfWork,
  teamId: string,
  pageId: string,
  run: (page: Page) => Transition<Page, PageEffect> | Promise<void>,
): Promise<void> {
  const page = await work.getReadable(pageSchema, documentPaths.page(teamId, pageId));
  const outcome = page && (await run(page));
  if (outcome?.ok) await apply(work, 'page', asGuarded(page), outcome);
}

async function acknowledgeSubject(
  work: UnitOfWork,
  teamId: string,
  { subject, userId }: Extract<PageEffect, { kind: 'acknowledge-subject' }>,
): Promise<void> {
  if (subject.kind === 'alert') {
    const alert = await work.getReadable(alertSchema, documentPaths.alert(teamId, subject.alertId));
    const change = alert && changeAlert(alert, { kind: 'acknowledge' }, { by: userId, now: work.now });
    // A domain error: it is acknowledged, snoozed or over already, and there is nothing to do.
    if (change?.ok) await apply(work, 'alert', asGuarded(alert), change);
  }
  if (subject.kind === 'drill') {
    const proof = { shown: null, isDrill: true };
    await channelOf(subject.to)?.prove(work, teamId, subject.to.target, proof);
  }
}
