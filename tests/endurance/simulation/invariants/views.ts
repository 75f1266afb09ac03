/** At rest every screen shows the server's state; a live query has failed only for persons who may not run it. */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { Timestamp } from '#ports/docs/values.ts';
import type { ViewRequest } from '../world/views.ts';
import type { World } from '../world/world.ts';
import type { Invariant } from './invariant.ts';

export const checkViews: Invariant = (world) => {
  let heard = 0;
  return {
    step() {
      for (const { browser, asked, error, allowed } of world.failedViews.slice(heard)) {
        if (error.code !== 'permission-denied')
          world.wrong(`A view of ${browser.name} failed: ${error.message}`);
        // The realtime database gets changed permissions a moment later.
        else if (!('realtime' in asked) && allowed)
          world.wrong(`A view of ${browser.name} was refused and may be seen: ${error.message}`);
      }
      heard = world.failedViews.length;
    },
    async end() {
      for (const browser of world.browsers)
        for (const [name, view] of browser.views.open) {
          if (view.error || 'realtime' in view.asked) continue;
          const truth = await asServer(world, view.asked);
          const shown = (view.docs ?? []).map(textOf);
          const what = `${browser.name} does not see ${name} as it is`;
          if (view.fromCache !== false) world.wrong(`${what}: it is from the cache.`);
          const odd = [
            ...shown.filter((one) => !truth.includes(one)),
            ...truth.filter((one) => !shown.includes(one)),
          ];
          if (odd.length > 0 || shown.join() !== truth.join())
            world.wrong(`${what}: ${odd[0] ?? 'its order'}`);
        }
    },
  };
};

async function asServer({ cloud }: World, asked: ViewRequest): Promise<readonly string[]> {
  const { docs } = cloud.server;
  if ('realtime' in asked) return [];
  return ('path' in asked ? [await docs.get(asked.path)] : await docs.find(asked.query)).map(textOf);
}

const textOf = ({ path, data }: DocSnapshot): string => `${path} ${text(data)}`;

function text(value: unknown): string {
  if (value instanceof Timestamp) return `${value.seconds}.${value.nanoseconds}`;
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, part]) => `${key}:${text(part)}`).join()}}`;
}
