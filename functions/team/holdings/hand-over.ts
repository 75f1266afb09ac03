/**
 * Hands over what a member holds, in the transaction that takes their role. A run takes at most so many documents; what is left is
 * noted in the same transaction, and done by runs of their own that follow it, or by the sweep.
 */
import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema } from '#domain/base.ts';
import { holdingRules, isLost, mayTakeOver } from '#domain/team/holdings.ts';
import { memberSchema, type Member, type TeamRole } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { fail } from '../../kernel/command-failed.ts';
import { attempt } from '../../kernel/attempt.ts';
import { transact, type UnitOfWork } from '../../kernel/unit-of-work.ts';
import { noticeMovedShifts } from '../../schedules/moved-shifts.ts';
import type { HoldingsHandOver, Held } from './kind.ts';
import { holdingKinds } from './kinds.ts';

/** Documents held that one transaction hands over; each is a handful of writes. */
const heldPerRun = 60;

export const handOverNoteSchema = v.object({
  teamId: idSchema,
  createdAt: epochMsSchema,
  createdBy: idSchema,
  revision: revisionSchema,
  from: idSchema,
  to: v.nullable(idSchema),
  leaves: v.boolean(),
});
type HandOverNote = v.InferInput<typeof handOverNoteSchema>;

/** Everything that the member holds, unguarded. */
export async function heldBy(work: UnitOfWork, teamId: string, userId: string): Promise<readonly Held[]> {
  const found: Held[] = [];
  for (const kind of holdingKinds) found.push(...(await kind.find(work, teamId, userId)));
  return found;
}

export interface HandOverOptions {
  /** False: what nobody takes over is left without a person. Default true. */
  readonly required?: boolean;
  /** Documents of this transaction; the rest follows. Default 60. */
  readonly most?: number;
}

/** `role` null: end of the membership. @throws CommandFailed without a successor for holdings that require one */
export async function handOver(
  work: UnitOfWork,
  by: string,
  from: Member,
  replacementId: string | null,
  role: TeamRole | null,
  { required = true, most = heldPerRun }: HandOverOptions = {},
): Promise<void> {
  const { teamId, id } = from;
  const held = (await heldBy(work, teamId, id)).filter(
    ({ holdings }) => role === null || holdings.some((holding) => isLost(holding, role)),
  );
  const needs = held.some(({ holdings }) => holdings.some(({ kind }) => holdingRules[kind].needsSuccessor));
  const to = replacementId === null || held.length === 0 ? null : await successor(work, from, replacementId);
  if (required && needs && to === null) {
    const rule = 'They hold something that somebody must take over. Choose who.';
    fail('invalid', { field: 'replacementId', rule }, rule);
  }
  const change: HoldingsHandOver = { teamId, from: id, to, leaves: role === null, by };
  await replaceSome(work, held, change, most);
}

async function successor(work: UnitOfWork, from: Member, userId: string): Promise<string> {
  const chosen = await work.get(memberSchema, documentPaths.member(from.teamId, userId));
  const verdict = mayTakeOver(from, chosen);
  if (!verdict.allowed) fail('invalid', { field: 'replacementId', rule: verdict.reason }, verdict.reason);
  return userId;
}

async function replaceSome(
  work: UnitOfWork,
  held: readonly Held[],
  change: HoldingsHandOver,
  most: number = heldPerRun,
): Promise<void> {
  for (const one of held.slice(0, most)) await one.replace(work, change);
  const { teamId, from, to, leaves, by } = change;
  const path = serverPaths.handOver(teamId, from);
  const before = await work.get(handOverNoteSchema, path);
  if (held.length > most) {
    const revision = (before?.revision ?? 0) + 1;
    const note: HandOverNote = { teamId, createdAt: work.now, createdBy: by, revision, from, to, leaves };
    work.save(path, note);
    work.afterCommit(async (server) => {
      await attempt(() => continueHandOver(server, path));
    });
  } else if (before !== null) work.remove(path);
}

/** The next run of a hand-over that was noted. */
export async function continueHandOver(server: ServerPorts, path: string): Promise<void> {
  await transact(server, async (work) => {
    const note = await work.get(handOverNoteSchema, path);
    if (note === null) return;
    const { teamId, from, to, leaves, createdBy: by, revision } = note;
    noticeMovedShifts(work, { teamId, by, cause: `hand-over ${from} ${note.createdAt} ${revision}` });
    // A member who has rejoined keeps their holdings.
    const back = await work.get(memberSchema, documentPaths.member(teamId, from));
    const held = back !== null && leaves ? [] : await heldBy(work, teamId, from);
    const role = back?.role ?? null;
    const lost = held.filter(({ holdings }) => leaves || holdings.some((one) => isLost(one, role)));
    await replaceSome(work, lost, { teamId, from, to, leaves, by });
  });
}
