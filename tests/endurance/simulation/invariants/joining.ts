/** Alerts that share a page: none is asked for by a page of another incident; in the end each is counted, and none is lost with its page. */
import type { Page } from '#domain/page/schema.ts';
import type { Invariant } from './invariant.ts';

/** A sweep may have died, and the one after it. */
const patienceMs = 4 * 60_000;

export const checkJoining: Invariant = (world) => ({
  step() {
    for (const alert of world.alerts) {
      const page = alert.pageId === null ? null : world.page(alert.pageId);
      if (!page || page.incidentId === alert.incidentId) continue;
      // Alerts that were over when the page was linked with the last of them are not linked.
      if (alert.incidentId !== null)
        world.wrong(`Alert ${alert.id} of ${alert.incidentId} is asked for by a page of ${page.incidentId}.`);
    }
    for (const { id, reviewAt = null } of world.pages)
      if (reviewAt !== null && world.now - reviewAt > patienceMs)
        world.wrong(`Page ${id} has not looked at its alerts.`);
  },
  end() {
    for (const page of world.pages) if (page.subject.kind === 'alert') settled(page);

    function settled({ id, status, alertCount = 1, incidentId }: Page): void {
      const alerts = world.alerts.filter(({ pageId }) => pageId === id);
      const open = alerts.filter((one) => one.status === 'open' && one.incidentId === null);
      const isOver = status === 'cancelled' || status === 'exhausted';
      if (!isOver && alertCount !== alerts.length)
        world.wrong(`Page ${id} counts ${alertCount} alerts and has ${alerts.length}.`);
      if (alertCount < 2 || incidentId !== null) return;
      if (status === 'cancelled' && open.length > 0)
        world.wrong(`Page ${id} has ended and ${open.length} of its alerts are open.`);
      if (status === 'acknowledged' && open.length > 0)
        world.wrong(`Page ${id} is acknowledged and ${open.length} of its alerts are not.`);
      if (status === 'notifying' && alerts.every((one) => one.status === 'resolved'))
        world.wrong(`Page ${id} asks for alerts that are all over.`);
    }
  },
});
