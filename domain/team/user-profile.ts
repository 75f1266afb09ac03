/** What the product keeps of a person, beside what sign-in keeps. Belongs to no team, so it has no `teamId`. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, id, revision, text } from '../base.ts';
import { teamRole } from './schema.ts';

export const userProfile = v.object({
  id,
  createdAt: at,
  createdBy: id,
  revision,
  displayName: text(limits.name),
  /** The teams this person is in, by team id. */
  teams: v.record(id, teamRole),
});
export type UserProfile = v.InferInput<typeof userProfile>;
