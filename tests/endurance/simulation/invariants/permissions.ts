/**
 * Permissions: each refusal and each permitted command agrees with the permission table for the member and the incidents read;
 * answers to outsiders do not reveal that a private incident exists.
 */
import type { CommandName } from '#api/commands.ts';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import type { TeamRole } from '#domain/team/schema.ts';
import { domainError } from '#domain/errors.ts';
import { decodeError } from '#api/error-encoding.ts';
import { commandRecordId } from '#api/command-record.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type Action, may, mayByRole, type Subject } from '#domain/permissions.ts';
import { isPortError } from '#ports/errors.ts';
import { teamId } from '../team.ts';
import type { Entity, Run } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

type Reads = ReadonlyMap<string, Entity | null>;
type Need = readonly [action: Action, subject: Subject];
type Input = Readonly<Record<string, unknown>>;

/** Permissions needed; null: the subject does not exist, so there is nothing to allow. */
type Needs = (input: Input, reads: Reads, uid: string) => readonly Need[] | null;

const incidentIn = (reads: Reads, id: unknown) =>
  (reads.get(documentPaths.incident(teamId, String(id))) ?? null) as Incident | null;

const ofIncident =
  (action: Action): Needs =>
  ({ incidentId }, reads) => {
    const incident = incidentIn(reads, incidentId);
    return incident && [[action, incident]];
  };
/**
 * Permission asked of the incident that it belongs to; a browser that does not show the incident is checked by its own statement.
 */
const ofOwner = (action: Action, reads: Reads, owned: Alert | Page): Need => [
  action,
  incidentIn(reads, owned.incidentId) ?? { private: owned.incidentId !== null, people: [] },
];
const ofAlert =
  (action: Action): Needs =>
  ({ alertId }, reads) => {
    const alert = (reads.get(documentPaths.alert(teamId, String(alertId))) ?? null) as Alert | null;
    return alert && [ofOwner(action, reads, alert)];
  };
const ofPage =
  (action: Action): Needs =>
  ({ pageId }, reads) => {
    const page = (reads.get(documentPaths.page(teamId, String(pageId))) ?? null) as Page | null;
    return page && page.subject.kind !== 'drill' ? [ofOwner(action, reads, page)] : null;
  };

/**
 * Commands that depend on their permission alone; others may be forbidden for further reasons (owner of the device, recipients of
 * the page).
 */
const table: Partial<Record<CommandName, Needs>> = {
  declareIncident: (input, reads, uid) => {
    const { page, alertId } = input;
    const from = alertId === null ? [] : ofAlert('editAlerts')(input, reads, uid);
    const paging: readonly Need[] = Array.isArray(page) && page.length > 0 ? [['page', {}]] : [];
    return from && [['declare', {}], ...paging, ...from];
  },
  transitionIncident: ofIncident('setStatus'),
  setSeverity: ofIncident('setSeverity'),
  joinIncident: ofIncident('comment'),
  addComment: ofIncident('comment'),
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
  acknowledgePage: ofPage('acknowledge'),
  escalatePage: ofPage('acknowledge'),
  repage: ofPage('acknowledge'),
  handOverPage: ofPage('acknowledge'),
  acknowledgeAlert: ofAlert('acknowledge'),
  resolveAlert: ofAlert('editAlerts'),
  snoozeAlert: ofAlert('editAlerts'),
  linkAlert: (input, reads, uid) => {
    const alert = ofAlert('editAlerts')(input, reads, uid);
    if (alert === null || input['incidentId'] === null) return alert;
    const into = incidentIn(reads, input['incidentId']);
    return into && [...alert, ['editAlerts', into]];
  },
};

const absent = domainError('not_found', {}).message;

export const checkPermissions: Invariant = (world) => {
  world.ledger.listen({
    ended({ operation, uid, input }: Run, reads, error) {
      const name = operation.replace('call:', '') as CommandName;
      const needs = table[name];
      if (!needs || uid === null || isPortError(error, 'unavailable', 'aborted')) return;
      // A repeated command is answered from its record.
      const { commandId } = input as { commandId: string };
      if (reads.get(serverPaths.command(teamId, commandRecordId(uid, commandId)))) return;
      const member = reads.get(documentPaths.member(teamId, uid)) ?? null;
      const role = (member?.['role'] ?? null) as TeamRole | null;
      const needed = needs(input as Input, reads, uid);
      if (needed === null) return;
      const actor = { userId: uid, role };
      const allowed = needed.every(([action, subject]) => may(actor, action, subject).allowed);
      const told = isPortError(error) ? decodeError(error.details) : null;
      const forbidden = told?.code === 'forbidden';
      // An unreadable subject gets the same answer as a missing one.
      const hidden =
        needed.every(([action]) => mayByRole(actor, action).allowed) &&
        needed.some(([, subject]) => !may(actor, 'read', subject).allowed);
      if (hidden && error !== null && told?.message !== absent)
        world.wrong(`${name} by ${uid} was told that a private incident is there: ${told?.message}`);
      if (allowed && forbidden) world.wrong(`${name} by ${uid} was forbidden, and may be done.`);
      if (!allowed && error === null) world.wrong(`${name} by ${uid} was done, and may not be.`);
    },
  });
  return {};
};
