/** Every comment is stored once; comments of one browser are in the order of their writing, as the room's timeline shows it. */
import * as v from 'valibot';
import { multilineTextSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { teamId } from '../team.ts';
import { entityOf } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

const bodySchema = multilineTextSchema(limits.comment);

export const checkComments: Invariant = (world) => ({
  async end() {
    const places = new Map<string, number>();
    const bodies = new Map<string, string>();
    for (const { id } of world.incidents) {
      const timeline = collectionPaths.timeline(teamId, id);
      const found = await world.cloud.server.docs.find(
        query(timeline, orderBy('createdAt'), orderBy('sequence')),
      );
      for (const [place, { id: eventId, data }] of found.entries()) {
        const event = data && (entityOf(data) as unknown as TimelineEvent);
        if (event?.kind !== 'comment') continue;
        places.set(eventId, place);
        bodies.set(eventId, event.body);
      }
    }
    const last = new Map<string, number>();
    for (const { browser, id, body, state, incidentId, error } of world.attempts.comments) {
      const place = places.get(id);
      const what = `"${body}" of ${browser.name}`;
      if (state === 'under way') world.wrong(`${what} is still on its way.`);
      if (state === 'failed') world.wrong(`${what} failed: ${String(error)}`);
      if (state === 'refused' && place !== undefined) world.wrong(`${what} was refused and is there.`);
      if (state === 'done' && place === undefined) world.wrong(`${what} was kept and is not there.`);
      if (place === undefined) continue;
      if (bodies.get(id) !== body) world.wrong(`${what} says something else.`);
      bodies.delete(id);
      const room = `${browser.name} ${incidentId}`;
      if (place < (last.get(room) ?? -1)) world.wrong(`${what} stands before one that was written earlier.`);
      last.set(room, place);
    }
    // Comments by commands: on an alert that was linked later, and those of programs.
    const given = new Set(
      world.commands.flatMap(({ name, input }) =>
        (name === 'addComment' || name === 'commentAlert') && 'body' in input
          ? [v.parse(bodySchema, input.body)]
          : [],
      ),
    );
    for (const body of bodies.values()) if (!given.has(body)) world.wrong(`Nobody wrote "${body}".`);
  },
});
