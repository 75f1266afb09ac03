/** The realtime database's copy of who may be where: never open where it must be closed, and in the end the same as the documents. */
import type { Json } from '#ports/shared.ts';
import { accounts, teamId } from '../team.ts';
import type { Invariant } from './invariant.ts';

type Tree = Readonly<Record<string, Json>>;

export const checkAccess: Invariant = (world) => {
  const copy = async (what: string): Promise<Tree> =>
    ((await world.cloud.server.realtime.get(`access/${teamId}/${what}`)) ?? {}) as Tree;
  const privateOnes = () => world.incidents.filter((incident) => incident.private);
  const uids = () => [...accounts.map(({ uid }) => uid), ...world.browsers.map(({ uid }) => uid)];
  return {
    async step() {
      const rooms = await copy('private');
      for (const { id, number, people } of privateOnes()) {
        const inside = Object.keys((rooms[id] ?? {}) as Tree);
        if (inside.length === 0) world.wrong(`The room of #${number} is private and open to the whole team.`);
        const strangers = inside.filter((uid) => !people.includes(uid));
        if (strangers.length > 0)
          world.wrong(`${strangers.join()} may be in the room of #${number} and is not in it.`);
      }
    },
    async end() {
      const members = await copy('members');
      for (const uid of new Set(uids()))
        if ((members[uid] ?? null) !== (world.member(uid)?.role ?? null))
          world.wrong(`${uid} is ${String(members[uid])} by the realtime database.`);
      const existing = await copy('rooms');
      for (const { id, number } of world.incidents)
        if (existing[id] !== true) world.wrong(`The room of #${number} takes no presence.`);
      if (Object.keys(existing).length > world.incidents.length)
        world.wrong('The realtime database has rooms of incidents that don’t exist.');
      const rooms = await copy('private');
      for (const { id, number, people } of privateOnes())
        if (
          Object.keys((rooms[id] ?? {}) as Tree)
            .toSorted()
            .join() !== people.toSorted().join()
        )
          world.wrong(`The realtime database knows other people of #${number} than are in it.`);
    },
  };
};
