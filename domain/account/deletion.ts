/** Deletion of an account: what stands in its way, what confirms it, and the note by which it is carried out to the end. */
import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema } from '../base.ts';
import { constants, minute } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import { isDeleted } from '../team/deletion.ts';
import { leavingFailure } from '../team/membership.ts';
import type { Member, Team } from '../team/schema.ts';

/** Record of an account's deletion under the person's id, kept for a while after it: a token issued before can't begin anything new. */
export const accountDeletionSchema = v.object({
  id: idSchema,
  createdAt: epochMsSchema,
  createdBy: idSchema,
  revision: revisionSchema,
  /** The teams that the person was in, and has left. */
  teams: v.array(idSchema),
  /** Null: there is something left to remove. */
  finishedAt: v.nullable(epochMsSchema),
});
export type AccountDeletion = v.InferInput<typeof accountDeletionSchema>;

/** Confirmation to type: the account's address, or these words where it has none. */
export const deletionPhrase = (address: string | null): string => address ?? 'delete my account';

const plain = (typed: string): string => typed.trim().toLowerCase();

export const isDeletionPhrase = (typed: string, address: string | null): boolean =>
  plain(typed) === plain(deletionPhrase(address));

/** Whether a proof of identity is recent enough for a deletion. */
export const isRecentProof = (provedAt: number | null, now: number): boolean =>
  provedAt !== null && now - provedAt <= constants.recentProofMinutes * minute;

interface DeletionRequest {
  readonly typed: string;
  /** Null: the account has none. */
  readonly address: string | null;
  /** A guest has nothing to prove who they are with. */
  readonly guest: boolean;
  /** Null: not known. */
  readonly provedAt: number | null;
}

/** Null: the request may be carried out, as far as the account alone is concerned. */
export function deletionFailure(request: DeletionRequest, now: number): Failure | null {
  const { typed, address, guest, provedAt } = request;
  if (!isDeletionPhrase(typed, address)) {
    const rule = `Type this as it is: ${deletionPhrase(address)}`;
    return failure('invalid', { field: 'typed', rule }, rule);
  }
  if (guest || isRecentProof(provedAt, now)) return null;
  const sentence = `You signed in more than ${constants.recentProofMinutes} minutes ago. Confirm that it is you, then delete the account.`;
  return failure('forbidden', {}, sentence);
}

/** Obstacle to leaving a team for good. */
export interface DeletionObstacle {
  readonly kind: 'last-owner' | 'demonstration';
  readonly sentence: string;
}

/** Null: nothing is in the way. `owners`: how many the team has. */
export function deletionObstacle(
  team: Pick<Team, 'name' | 'demonstration' | 'deletedAt'>,
  member: Pick<Member, 'id' | 'createdBy' | 'role'>,
  owners: number,
): DeletionObstacle | null {
  if (isDeleted(team) || leavingFailure(team, member, owners) === null) return null;
  const { name, demonstration } = team;
  if (demonstration)
    return {
      kind: 'demonstration',
      sentence: `You are one of the people of ${name}, a demonstration. Sign out instead.`,
    };
  const sentence = `You are the last owner of ${name}. Make somebody else an owner, or delete the team.`;
  return { kind: 'last-owner', sentence };
}
