/** Demonstration with many tasks in one room, written into the cloud that the browser keeps, while no page of it is open. */
import type { Page } from '@playwright/test';

/**
 * Writes tasks of these texts, a second apart, the first one the oldest, into the room of an incident of the demonstration. The page has
 * entered the demonstration, and is left at a page that does not run the app; no other page of the browser's is open.
 */
export async function fillTasks(page: Page, incident: number, texts: readonly string[]): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(
    async ({ number, all }) => {
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
      const seconds = Math.floor(Date.now() / 1000) - all.length - 60;
      for (const key of (await answer(store.getAllKeys())).map(String)) {
        if (!/^docs:doc\/teams\/[^/]+\/incidents\/[^/]+$/.test(key)) continue;
        const kept = await answer<Kept>(store.get(key));
        if (kept.data['number'] !== number) continue;
        for (const [index, text] of all.entries()) {
          const id = `long-${String(index).padStart(6, '0')}`;
          const data = {
            id,
            teamId: kept.data['teamId'],
            incidentId: kept.data['id'],
            createdAt: { $muster: 'time', seconds: seconds + index, nanoseconds: 0 },
            createdBy: 'priya',
            revision: 1,
            text,
            assignee: null,
            done: false,
            doneAt: null,
            doneBy: null,
          };
          store.put({ ...kept, data }, `${key}/tasks/${id}`);
        }
      }
      await new Promise((resolve, reject) => {
        store.transaction.addEventListener('complete', resolve);
        store.transaction.addEventListener('error', reject);
      });
      database.close();
    },
    { number: incident, all: texts },
  );
}
