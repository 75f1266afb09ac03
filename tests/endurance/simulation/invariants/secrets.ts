/**
 * Contents of a private incident reach only the people in it and owners: checked on every message of every service. Titles,
 * summaries of pages and of machines' alerts, and all texts in a private room begin with a secret word. A word may be received by
 * those who may read one of the places where it was ever stored: the team, or an incident.
 */
import { may } from '#domain/permissions.ts';
import type { Member } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { teamId } from '../team.ts';
import type { Entity } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

const secret = /secret-\d+-/gu;
const place = new RegExp(`^${documentPaths.team(teamId)}/(incidents|alerts|pages)/([^/]+)`, 'u');
/** Place of texts that the whole team may read. */
const everybody = '';

/** Place whose readers may read the document; null for one that no client reads. */
function placeOf(path: string, entity: Entity): string | null {
  const [, kind, id = ''] = place.exec(path) ?? [];
  if (kind === undefined) return null;
  return kind === 'incidents' ? id : String(entity['incidentId'] ?? everybody);
}

const wordsOf = (value: unknown): ReadonlySet<string> => new Set(JSON.stringify(value).match(secret));

export const checkSecrets: Invariant = (world) => {
  /** Ids of incidents by word. */
  const places = new Map<string, Set<string>>();
  const declaring = new Map<string, string>();
  world.ledger.listen({
    committed({ writes, run: { uid } }) {
      for (const [path, entity] of writes) {
        const where = entity && placeOf(path, entity);
        if (where === null) continue;
        for (const word of wordsOf(entity)) {
          places.set(word, (places.get(word) ?? new Set()).add(where));
          if (uid !== null && !declaring.has(word)) declaring.set(word, uid);
        }
      }
    },
  });
  const mayRead = (uid: string, incidentId: string) => {
    if (incidentId === everybody) return true;
    // A new member gets the team's data before the run that made them one has ended.
    const roles = world.ledger
      .soon(documentPaths.member(teamId, uid))
      .map((member) => (member as Member | null)?.role ?? null);
    return world.ledger
      .soon(documentPaths.incident(teamId, incidentId))
      .some(
        (incident) => incident && roles.some((role) => may({ userId: uid, role }, 'read', incident).allowed),
      );
  };
  const mayKnow = (uid: string, word: string) => {
    const known = [...(places.get(word) ?? [])];
    const soon = world.ledger.underWay().flatMap(([path, entity]) => {
      const where = placeOf(path, entity);
      return where !== null && wordsOf(entity).has(word) ? [where] : [];
    });
    // A word that is not stored yet is known to its author alone.
    if (known.length + soon.length === 0 || declaring.get(word) === uid) return true;
    return [...known, ...soon].some((where) => mayRead(uid, where));
  };
  world.cloud.onTraffic(({ from, clientId, message }) => {
    if (from !== 'cloud' || clientId.endsWith('/operator')) return;
    const said = JSON.stringify(message);
    // A refusal may name the requested path.
    const told = message.type === 'refusal' ? said.replaceAll(/teams\/[^ "]+/gu, '') : said;
    const words = new Set(told.match(secret));
    if (words.size === 0) return;
    const name = clientId.slice(0, clientId.lastIndexOf('.'));
    const uid = world.browsers.find((browser) => browser.name === name)?.uid ?? '';
    for (const word of words)
      if (!mayKnow(uid, word)) world.wrong(`${uid} was told of a private incident (${word}).`);
  });
  return {};
};
