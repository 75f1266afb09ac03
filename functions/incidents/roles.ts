/** Handlers of the offer of a role and of its answer. */
import { memberSchema } from '#domain/team/schema.ts';
import { refuse } from '#domain/errors.ts';
import { changeIncident } from '#domain/incident/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { may } from '#domain/permissions.ts';
import { type CommandContext, type CommandHandler } from '../kernel/command.ts';
import { accept, fail } from '../kernel/command-failed.ts';
import { addParticipants } from '../pages/participants.ts';
import { applyIncident } from './apply.ts';

export const assignRole: CommandHandler<'assignRole'> = async (
  { incidentId, role, userId: to },
  context,
  before,
) => {
  const { work, userId } = context;
  await requireAble(context, to);
  const offer = { kind: 'offer-role', role, userId: to } as const;
  const change = accept(changeIncident(before, offer, userId, work.now));
  const after = await applyIncident(work, before, change, userId);
  // Whoever is asked into a private room must be able to see it.
  if (after.private) await addParticipants(work, after, [to]);
  const { revision } = await context.incident('read', incidentId);
  return { revision };
};

export const acceptRole: CommandHandler<'acceptRole'> = async ({ role, accept: yes }, context, before) => {
  const { work, userId } = context;
  const answer = { kind: 'answer-offer', role, accept: yes } as const;
  const change = accept(changeIncident(before, answer, userId, work.now));
  const { revision } = await applyIncident(work, before, change, userId);
  return { revision };
};

async function requireAble({ work, teamId }: CommandContext, userId: string): Promise<void> {
  const person = await work.get(memberSchema, documentPaths.member(teamId, userId));
  const verdict = may({ userId, role: person?.role ?? null }, 'takeRole');
  if (verdict.allowed) return;
  const rule = 'Only responders and above can take a role. Choose someone else.';
  fail(refuse('invalid', { field: 'userId', rule }));
}
