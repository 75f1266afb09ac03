/** Copies of an incident's privacy on its alerts and pages. */
import type { Incident } from './schema.ts';
import type { Privacy } from './privacy-schema.ts';

/** Privacy of what belongs to an incident. Null: no incident, readable by the whole team. */
export function privacyOf(incident: Pick<Incident, 'private' | 'people'> | null): Privacy {
  return incident?.private ? { private: true, people: [...incident.people] } : { private: false, people: [] };
}

/** Order counts: a copy is the same list. */
export function samePrivacy(one: Privacy, other: Privacy): boolean {
  return (
    one.private === other.private &&
    one.people.length === other.people.length &&
    one.people.every((userId, index) => userId === other.people[index])
  );
}
