/**
 * What is in a private incident reaches nobody but the people in it and owners: judged on the wire, whatever was asked, of
 * whichever service. Everything in a private room begins with a word of its own.
 */
import type { Incident } from '#domain/entities/incident.ts';
import { may } from '#domain/permissions.ts';
import { documentPaths } from '#domain/paths.ts';
import { teamId } from '../crowd.ts';
import type { Judging } from './judge.ts';

const secret = /secret-\d+-/gu;

export const judgeSecrets: Judging = (world) => {
  const rooms = new Map<string, string>();
  const declaring = new Map<string, string>();
  world.ledger.listen({
    committed({ writes, run: { uid } }) {
      for (const [path, entity] of writes) {
        const [word] = /^secret-\d+-/u.exec(String(entity?.['title'] ?? '')) ?? [];
        if (word === undefined || path !== documentPaths.incident(teamId, String(entity?.['id']))) continue;
        rooms.set(word, (entity as unknown as Incident).id);
        if (uid !== null && !declaring.has(word)) declaring.set(word, uid);
      }
    },
  });
  const mayKnow = (uid: string, word: string) => {
    const incidentId = rooms.get(word);
    // Before there is a room, only its author has said the word.
    if (incidentId === undefined || declaring.get(word) === uid) return true;
    const role = world.member(uid)?.role ?? null;
    return world.ledger
      .soon(documentPaths.incident(teamId, incidentId))
      .some((incident) => incident && may({ userId: uid, role }, 'read', incident).allowed);
  };
  world.cloud.onTraffic(({ from, clientId, message }) => {
    if (from !== 'cloud' || clientId.endsWith('/operator')) return;
    const said = JSON.stringify(message);
    // A refusal may name the path that was asked for.
    const told = message.type === 'refusal' ? said.replaceAll(/teams\/[^ "]+/gu, '') : said;
    const words = new Set(told.match(secret));
    if (words.size === 0) return;
    const name = clientId.slice(0, clientId.lastIndexOf('.'));
    const uid = world.desks.find((desk) => desk.name === name)?.uid ?? '';
    for (const word of words)
      if (!mayKnow(uid, word)) world.wrong(`${uid} was told of a private incident (${word}).`);
  });
  return {};
};
