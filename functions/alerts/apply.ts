/** Keeps what happened to an alert, tells the incident it belongs to, and starts, answers or ends its page. */
import type { AlertEffect } from '#domain/alert/transitions.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { acknowledgePage, cancelPage } from '#domain/page/answer.ts';
import { documentPaths } from '#api/paths.ts';
import type { Settings } from '#domain/settings.ts';
import type { Changed } from '#domain/transition.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { asGuarded, unitOfWorkOf } from '../kernel/system.ts';
import { attempt, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { applyPage } from '../pages/apply.ts';
import { startAlertPage } from '../pages/start.ts';
import { wakeTask } from '../tasks.ts';

/** `before` null for an alert that opens. Returns the alert as it is kept, with its page. */
export async function applyAlert(
  on: CommandWork,
  before: Guarded<Alert> | null,
  change: Changed<Alert, AlertEffect>,
  by: string,
  settings: Settings,
): Promise<Guarded<Alert>> {
  const work = unitOfWorkOf(on);
  const alert = asGuarded(change.state);
  if (alert === before) return alert;
  const path = documentPaths.alert(alert.teamId, alert.id);
  work.save(path, alert);
  // An unlinked alert is told of where it was.
  const incidentId = alert.incidentId ?? before?.incidentId ?? null;
  if (incidentId !== null) work.appendTimeline(alert.teamId, incidentId, change.events);
  wakeUpFor(work, alert);

  let kept = alert;
  for (const effect of change.effects) {
    if (effect.kind === 'start-page') {
      const started = await startAlertPage(work, kept, settings);
      if (started === null) continue;
      // Nobody but this transaction has seen the alert since: it is still the same change.
      kept = asGuarded({ ...kept, pageId: started.id });
      work.save(path, kept);
    } else {
      await changePage(work, kept.teamId, effect, by);
    }
  }
  return kept;
}

type OnPage = Exclude<AlertEffect, { kind: 'start-page' }>;

async function changePage(work: UnitOfWork, teamId: string, effect: OnPage, by: string): Promise<void> {
  const current = await work.get(pageSchema, documentPaths.page(teamId, effect.pageId));
  if (current === null) return;
  const change =
    effect.kind === 'acknowledge-page'
      ? acknowledgePage(current, effect.userId, work.now)
      : cancelPage(current, by, effect.reason, work.now);
  // Refused when the page has ended or been taken already: it needs nothing more.
  if (change.ok) await applyPage(work, asGuarded(current), change);
}

function wakeUpFor(work: UnitOfWork, alert: Alert): void {
  const { status, suppressedUntilAt, teamId, id, revision } = alert;
  if (status !== 'suppressed' || suppressedUntilAt === null) return;
  work.afterCommit(async ({ tasks }) => {
    await attempt(() =>
      tasks.enqueue(
        wakeTask,
        { teamId, alertId: id },
        { at: suppressedUntilAt, id: `alert-${id}-${revision}` },
      ),
    );
  });
}
