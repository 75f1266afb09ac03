/** Handlers of the offer of a role and of its answer. */
import { memberSchema } from '#domain/team/schema.ts';
import { isFinal } from '#domain/incident/status.ts';
import { documentPaths } from '#api/paths.ts';
import { isResponder } from '#domain/permissions.ts';
import { type CommandContext, type CommandHandler } from '../kernel/command.ts';
import { fail } from '../kernel/command-failed.ts';
import { addParticipants } from '../pages/participants.ts';
import { isGranted } from '../team/granters.ts';
import { change } from './change.ts';
import { currentIncident } from './save.ts';

export const assignRole: CommandHandler<'assignRole'> = async ({ role, userId: to }, context, before) => {
  const { work } = context;
  await requireResponder(context, to);
  const after = await change(context, before, { kind: 'offer-role', role, userId: to });
  // A person who is asked into a private room must be able to see it.
  if (after.private) await addParticipants(work, after, [to]);
  const { revision } = await currentIncident(work, after);
  return { revision };
};

export const acceptRole: CommandHandler<'acceptRole'> = async ({ role, accept }, context, before) => {
  const offer = before.offers[role];
  if (accept && offer !== null) {
    const { work, teamId } = context;
    const granted = await isGranted(work, teamId, offer.offeredBy, { kind: 'offer', incident: before });
    if (!granted && !isFinal(before) && offer.userId === context.userId)
      fail(
        'forbidden',
        {},
        'Who offered you this role may no longer assign roles. Ask the commander to offer it again.',
      );
  }
  const { revision } = await change(context, before, { kind: 'answer-offer', role, accept });
  return { revision };
};

async function requireResponder({ work, teamId }: CommandContext, userId: string): Promise<void> {
  const person = await work.get(memberSchema, documentPaths.member(teamId, userId));
  if (person && isResponder(person)) return;
  const rule = 'Only responders and above can take a role. Choose someone else.';
  fail('invalid', { field: 'userId', rule });
}
