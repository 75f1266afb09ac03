/** A team, its members and its invites. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { base, id, text, timezone, wholeNumber } from '../base.ts';

/** Ordered from least to most; a role may do what the ones before it may. */
export const teamRoles = ['viewer', 'responder', 'admin', 'owner'] as const;
export const teamRole = v.picklist(teamRoles);
export type TeamRole = v.InferOutput<typeof teamRole>;

export const team = v.object({
  ...base,
  name: text(limits.name),
  slug: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u, 'Use a–z, 0–9 and dashes, at most 63 characters.'),
  ),
  timezone,
  /** Paged, all at once, when a policy runs out of steps. */
  fallbackPeople: v.pipe(v.array(id), v.maxLength(limits.peoplePerLayer)),
  /** Anyone may join a demonstration team. */
  demonstration: v.boolean(),
  /** The number of the newest incident; 0 before the first. */
  lastIncidentNumber: wholeNumber(0, Number.MAX_SAFE_INTEGER),
});
export type Team = v.InferInput<typeof team>;

/** `id` is the user's id. */
export const member = v.object({
  ...base,
  displayName: text(limits.name),
  role: teamRole,
  timezone,
});
export type Member = v.InferInput<typeof member>;
