/**
 * Demonstration with a room of any number of entries: documents are written into the cloud that the browser keeps, while no page of it is
 * open. The commands and writes of so many entries would take hours.
 */
import type { Page } from '@playwright/test';

/** Number of the incident whose room is long, by default. */
export const longRoom = 900;

/** Text of an entry, by its place from 0. */
const bodyOf = (index: number): string =>
  `Entry ${index}: the queue of orders is ${(index * 37) % 900} long.${index % 7 === 0 ? '\nSecond line: nothing else has changed since the deployment, the graphs are flat.' : ''}`;

/** A page of the app's origin that does not run the app. */
const blank = '/favicon.svg';

/**
 * Makes the long room. The page has entered the demonstration, so that its cloud is kept, and is left at a page that does not run the app;
 * no other page of the browser's is open. Resolves to the time of the first entry; the others follow, a second apart.
 */
export async function fillLongRoom(page: Page, entries: number, number = longRoom): Promise<number> {
  await page.goto(blank);
  // Bodies are made here, because functions of this file are not known in the page.
  const bodies = Array.from({ length: Math.min(entries, 900 * 7) }, (_, index) => bodyOf(index));
  return page.evaluate(
    async ({ count, texts, number, roomId }) => {
      interface Kept {
        readonly data: Readonly<Record<string, unknown>>;
        readonly version: number;
        readonly created: number;
      }
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('No record.')));
        });
      const database = await answer(indexedDB.open('muster-cloud'));
      const records = () => database.transaction('records', 'readwrite').objectStore('records');
      const keys = (await answer(records().getAllKeys())).map(String);
      const template = keys.find((key) => /^docs:doc\/teams\/[^/]+\/incidents\/[^/]+$/.test(key));
      if (template === undefined) throw new Error('The demonstration keeps no incident.');
      const incident = await answer<Kept>(records().get(template));
      const room = template.replace(/[^/]+$/, roomId);
      const seconds = Math.floor(Date.now() / 1000) - count - 60;
      const time = (at: number) => ({ $muster: 'time', seconds: at, nanoseconds: 0 });
      const times = {
        ...(incident.data['times'] as object),
        triageAt: time(seconds),
        investigatingAt: time(seconds),
        ...Object.fromEntries(
          ['fixingAt', 'monitoringAt', 'resolvedAt', 'closedAt', 'declinedAt', 'mergedAt'].map((name) => [
            name,
            null,
          ]),
        ),
      };
      const changed = {
        id: roomId,
        number,
        title: 'A long night',
        status: 'investigating',
        createdAt: time(seconds),
        times,
        closingNote: null,
      };
      const store = records();
      store.put({ ...incident, data: { ...incident.data, ...changed } }, room);
      for (let index = 0; index < count; index++) {
        const id = `long-${String(index).padStart(6, '0')}`;
        const data = {
          id,
          teamId: incident.data['teamId'],
          incidentId: roomId,
          sequence: index,
          createdAt: time(seconds + index),
          createdBy: index % 3 === 0 ? 'priya' : 'diego',
          revision: 1,
          kind: 'comment',
          body: (texts[index % texts.length] ?? '').replace(/^Entry \d+/, `Entry ${index}`),
        };
        store.put({ ...incident, data }, `${room}/timeline/${id}`);
      }
      await new Promise((resolve, reject) => {
        store.transaction.addEventListener('complete', resolve);
        store.transaction.addEventListener('error', reject);
      });
      database.close();
      return seconds * 1000;
    },
    { count: entries, texts: bodies, number, roomId: `long-room-${number}` },
  );
}
