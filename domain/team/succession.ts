/** Succession in a team whose owner's account is gone: nobody was asked before, so one rule decides. */
import { type Member, teamRoles } from './schema.ts';

type Candidate = Pick<Member, 'id' | 'role' | 'createdAt'>;

const rank = ({ role }: Candidate): number => teamRoles.indexOf(role);

/**
 * Members in the order in which they take over: owners, admins, responders, viewers; of one role who joined first, then by id. Whether a
 * member has an account of their own is the caller's to ask.
 */
export const bySuccession = <M extends Candidate>(members: readonly M[]): readonly M[] =>
  members.toSorted(
    (one, other) =>
      rank(other) - rank(one) || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  );
