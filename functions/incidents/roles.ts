/** Offering a role, and answering the offer. */
import { memberSchema } from '#domain/team/schema.ts';
import { refuse } from '#domain/errors.ts';
import { changeIncident, roleAction } from '#domain/incident/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { may } from '#domain/permissions.ts';
import { command, type Session } from '../kernel/command.ts';
import { accept, fail } from '../kernel/refused.ts';
import { admitPeople } from '../pages/admit.ts';
import { applyIncident } from './apply.ts';

export const assignRole = command('assignRole', async ({ incidentId, role, userId: to }, session) => {
  const { work, userId } = session;
  const before = await session.incident('takeRole', incidentId);
  session.require(roleAction(before, role, to, userId), before);
  await requireAble(session, to);
  const offer = { kind: 'offer-role', role, userId: to } as const;
  const change = accept(changeIncident(before, offer, userId, work.now));
  const after = await applyIncident(work, before, change, userId);
  // Whoever is asked into a private room must be able to see it.
  if (after.private) await admitPeople(work, after, [to]);
  const { revision } = await session.incident('read', incidentId);
  return { revision };
});

export const acceptRole = command('acceptRole', async ({ incidentId, role, accept: yes }, session) => {
  const { work, userId } = session;
  const before = await session.incident('takeRole', incidentId);
  const answer = { kind: 'answer-offer', role, accept: yes } as const;
  const change = accept(changeIncident(before, answer, userId, work.now));
  const { revision } = await applyIncident(work, before, change, userId);
  return { revision };
});

async function requireAble({ work, teamId }: Session, userId: string): Promise<void> {
  const person = await work.get(memberSchema, documentPaths.member(teamId, userId));
  const verdict = may({ userId, role: person?.role ?? null }, 'takeRole');
  if (verdict.allowed) return;
  const rule = 'Only responders and above can take a role. Choose someone else.';
  fail(refuse('invalid', { field: 'userId', rule }));
}
