/** Demonstration with many alerts, incidents and members, written into the cloud that the browser keeps, while no page of it is open. */
import type { Page } from '@playwright/test';

interface LongLists {
  readonly alerts: number;
  readonly incidents: number;
  /** Default 0. */
  readonly members?: number;
}

/** Number of the first incident: those of the demonstration are below it. */
const firstIncident = 1001;

/**
 * Writes them: alerts are open, “The cellar is wet” is the oldest; incidents are closed, “Outage of the cellar” is the oldest. The page has entered the
 * demonstration, and is left at a page that does not run the app; no other page of the browser's is open.
 */
export async function fillLongLists(page: Page, counts: LongLists): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(
    async ({ alerts, incidents, members = 0, first }) => {
      interface Kept {
        readonly data: Readonly<Record<string, unknown>>;
      }
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('No record.')));
        });
      const database = await answer(indexedDB.open('muster-cloud'));
      const store = database.transaction('records', 'readwrite').objectStore('records');
      const keys = (await answer(store.getAllKeys())).map(String);
      const seconds = Math.floor(Date.now() / 1000) - 86_400;
      const time = (at: number) => ({ $muster: 'time', seconds: at, nanoseconds: 0 });
      const open = { acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null, suppressedUntilAt: null };
      const closed = time(seconds);
      const write = async (
        collection: string,
        count: number,
        changesOf: (index: number) => Readonly<Record<string, unknown>>,
      ) => {
        const template = keys.find((key) =>
          new RegExp(`^docs:doc/teams/[^/]+/${collection}/[^/]+$`).test(key),
        );
        if (template === undefined) throw new Error(`The demonstration keeps none of the ${collection}.`);
        const kept = await answer<Kept>(store.get(template));
        for (let index = 0; index < count; index++) {
          const id = `long-${String(index).padStart(6, '0')}`;
          const data = { ...kept.data, id, private: false, people: [], ...changesOf(index) };
          store.put({ ...kept, data }, template.replace(/[^/]+$/, id));
        }
      };
      await write('alerts', alerts, (index) => ({
        ...open,
        dedupKey: `disk-${index}`,
        summary: index === 0 ? 'The cellar is wet' : `Disk ${index} is full`,
        status: 'open',
        incidentId: null,
        pageId: null,
        firstAt: time(seconds + index),
        startsAt: time(seconds + index),
        lastAt: time(seconds + index),
      }));
      await write('incidents', incidents, (index) => ({
        number: first + index,
        title: index === 0 ? 'Outage of the cellar' : `Outage ${index}`,
        status: 'closed',
        times: {
          ...Object.fromEntries(
            ['triageAt', 'investigatingAt', 'fixingAt', 'monitoringAt', 'declinedAt', 'mergedAt'].map(
              (name) => [name, null],
            ),
          ),
          resolvedAt: closed,
          closedAt: closed,
        },
        mergedInto: null,
      }));
      await write('members', members, (index) => ({
        displayName: `Zoe ${String(index).padStart(3, '0')}`,
        role: 'viewer',
      }));
      await new Promise((resolve, reject) => {
        store.transaction.addEventListener('complete', resolve);
        store.transaction.addEventListener('error', reject);
      });
      database.close();
    },
    { ...counts, first: firstIncident },
  );
}
