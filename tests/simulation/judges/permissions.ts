/** What the server code refuses or lets through is what the permission table says of the member and the incidents it had read. */
import type { CallName } from '#domain/calls.ts';
import type { Incident } from '#domain/entities/incident.ts';
import type { TeamRole } from '#domain/entities/team.ts';
import { decodeError } from '#domain/errors.ts';
import { documentPaths } from '#domain/paths.ts';
import { type Action, may, type Subject } from '#domain/permissions.ts';
import { isPortError } from '#ports/errors.ts';
import { teamId } from '../crowd.ts';
import type { Entity, Run } from '../world/ledger.ts';
import type { Judging } from './judge.ts';

type Reads = ReadonlyMap<string, Entity | null>;
type Need = readonly [action: Action, subject: Subject];
type Input = Readonly<Record<string, unknown>>;

/** Null: what it speaks of is not there, so there is nothing to allow. */
type Needs = (input: Input, reads: Reads, uid: string) => readonly Need[] | null;

const incidentIn = (reads: Reads, id: unknown) =>
  (reads.get(documentPaths.incident(teamId, String(id))) ?? null) as Incident | null;

const ofIncident =
  (action: Action): Needs =>
  ({ incidentId }, reads) => {
    const incident = incidentIn(reads, incidentId);
    return incident && [[action, incident]];
  };
const ofTeam =
  (...actions: readonly Action[]): Needs =>
  () =>
    actions.map((action) => [action, {}]);

/** Those whose permission says it all; others may be forbidden for further reasons (whose device it is, who was asked). */
const table: Partial<Record<CallName, Needs>> = {
  declareIncident: ({ page }) =>
    Array.isArray(page) && page.length > 0
      ? [
          ['declare', {}],
          ['page', {}],
        ]
      : [['declare', {}]],
  transitionIncident: ofIncident('setStatus'),
  setSeverity: ofIncident('setSeverity'),
  joinIncident: ofIncident('comment'),
  page: ofIncident('page'),
  acceptRole: ofIncident('takeRole'),
  assignRole: ({ incidentId, role, userId }, reads, uid) => {
    const incident = incidentIn(reads, incidentId);
    const vacant = incident?.roles[role as keyof Incident['roles']] === null;
    return incident && [[vacant && userId === uid ? 'takeRole' : 'assignRole', incident]];
  },
  mergeIncidents: ({ incidentId, intoId }, reads) => {
    const [from, into] = [incidentIn(reads, incidentId), incidentIn(reads, intoId)];
    return (
      from &&
      into && [
        ['setStatus', from],
        ['setStatus', into],
      ]
    );
  },
  acknowledgeAlert: ofTeam('acknowledge'),
  resolveAlert: ofTeam('editAlerts'),
  snoozeAlert: ofTeam('editAlerts'),
};

export const judgePermissions: Judging = (world) => {
  world.ledger.listen({
    ended({ operation, uid, input }: Run, reads, error) {
      const name = operation.replace('call:', '') as CallName;
      const needs = table[name];
      if (!needs || uid === null || isPortError(error, 'unavailable', 'aborted')) return;
      // Done before: answered from the record.
      const { commandId } = input as { commandId: string };
      if (reads.get(documentPaths.command(teamId, commandId))) return;
      const member = reads.get(documentPaths.member(teamId, uid)) ?? null;
      const role = (member?.['role'] ?? null) as TeamRole | null;
      const needed = needs(input as Input, reads, uid);
      if (needed === null) return;
      const allowed = needed.every(
        ([action, subject]) => may({ userId: uid, role }, action, subject).allowed,
      );
      const forbidden = isPortError(error) && decodeError(error.details)?.code === 'forbidden';
      if (allowed && forbidden) world.wrong(`${name} by ${uid} was forbidden, and may be done.`);
      if (!allowed && error === null) world.wrong(`${name} by ${uid} was done, and may not be.`);
    },
  });
  return {};
};
