/**
 * Audit entries: of every command of the catalogue, and of what happens to a team without one. Made of what the transaction is about to write.
 */
import { boundedChanges, changeOf, type ChangedEntity, labelOf } from '#domain/audit/changes.ts';
import { shownId } from '#domain/audit/redaction.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { type Id, idOf, isId, system } from '#domain/base.ts';
import type { Member } from '#domain/team/schema.ts';
import type { AuditEvent } from '#api/audit-events.ts';
import { commandCatalogue, type CheckedInput, type CommandName } from '#api/commands.ts';
import { subjectFields } from '#api/command-spec.ts';
import { documentPaths } from '#api/paths.ts';
import { entityAt } from '#api/collection-names.ts';
import type { PendingChange, UnitOfWork } from './unit-of-work.ts';

/** A command that is being carried out. */
export interface AuditedCommand<N extends CommandName = CommandName> {
  readonly name: N;
  readonly input: CheckedInput<N>;
  /** Id of the command that no other caller has. */
  readonly recordId: Id;
  readonly userId: string;
  /** The member before the command; null: not in the team. */
  readonly member: Member | null;
  /** The program by which its caller acted, such as “API key Deploys”; null: without one. */
  readonly program: string | null;
}

/** Writes the entry together with the command's changes. */
export function auditCommand(work: UnitOfWork, command: AuditedCommand): void {
  const { input, recordId } = command;
  const { teamId } = input;
  work.beforeWrites((changes) => {
    const entities = changedIn(changes).get(teamId) ?? [];
    work.save(documentPaths.auditEntry(teamId, recordId), entryOf(command, entities, work.now));
  });
}

/** The same in every other team that the command changes, as a new name does: owners there see who changed it. */
export function auditOtherTeams(work: UnitOfWork, command: AuditedCommand): void {
  const { input, recordId } = command;
  work.beforeWrites((changes) => {
    for (const [teamId, entities] of changedIn(changes)) {
      const isChanged = entities.some((one) => changeOf(one) !== null);
      if (teamId === input.teamId || !isChanged) continue;
      const there = { ...command, input: { ...input, teamId: idOf(teamId) } };
      work.save(documentPaths.auditEntry(teamId, recordId), entryOf(there, entities, work.now));
    }
  });
}

/** Something that happens to a team without a command of the team. */
export interface AuditedEvent {
  readonly teamId: string;
  readonly event: AuditEvent;
  /** Member who caused it; null: the server. */
  readonly by: Pick<Member, 'id' | 'displayName'> | null;
  /** The member that it is about; null: the team. */
  readonly subject: Pick<Member, 'id' | 'displayName'> | null;
}

/** Writes the entry of an event together with its changes in the team. */
export function auditEvent(work: UnitOfWork, { teamId, event, by, subject }: AuditedEvent): void {
  const id = idOf(work.newId());
  work.beforeWrites((changes) => {
    const entities = changedIn(changes).get(teamId) ?? [];
    const about =
      subject === null
        ? { kind: 'team', id: teamId, label: '' }
        : { kind: 'member', id: subject.id, label: subject.displayName };
    const entry: AuditEntry = {
      ...{ id, teamId, createdAt: work.now, createdBy: by?.id ?? system, revision: 1 },
      byName: by?.displayName ?? 'Muster',
      command: event,
      subject: about,
      about: `${about.kind}:${about.id}`,
      incidentId: null,
      automatic: false,
      ...changesAbout(about, entities),
    };
    work.save(documentPaths.auditEntry(teamId, id), entry);
  });
}

/** Changed entities by team. */
function changedIn(
  changes: ReadonlyMap<string, PendingChange>,
): ReadonlyMap<string, readonly (ChangedEntity & { readonly teamId: string })[]> {
  const entities = [...changes].flatMap(([path, { before, after }]) => {
    const place = entityAt(path);
    return place === null ? [] : [{ ...place, before, after }];
  });
  return Map.groupBy(entities, ({ teamId }) => teamId);
}

function entryOf(
  { name, input, recordId, userId, member, program }: AuditedCommand,
  entities: readonly ChangedEntity[],
  now: number,
): AuditEntry {
  const { teamId } = input;
  const subject = subjectOf(name, input, userId, entities);
  const joined = entities.find(({ kind, id }) => kind === 'member' && id === userId)?.after;
  const id = shownId(subject.kind, subject.id);
  const person = member?.displayName ?? (joined as Member | null | undefined)?.displayName ?? '';
  return {
    id: recordId,
    teamId,
    createdAt: now,
    createdBy: userId,
    revision: 1,
    byName: program === null ? person : `${program} (${person})`,
    command: name,
    subject: { kind: subject.kind, id, label: labelOf(subject.after ?? subject.before ?? {}) },
    about: `${subject.kind}:${id}`,
    incidentId: incidentOf(subject, input),
    automatic: commandCatalogue[name].labels.failed === null,
    ...changesAbout(subject, entities),
  };
}

/** Changes in the entry, those of its subject first. */
function changesAbout(
  subject: { readonly kind: string; readonly id: string },
  entities: readonly ChangedEntity[],
): Pick<AuditEntry, 'changes' | 'omitted'> {
  const all = entities.flatMap((entity) => changeOf(entity) ?? []);
  const isAbout = (one: { readonly kind: string; readonly id: string }) =>
    one.kind === subject.kind && one.id === shownId(subject.kind, subject.id);
  const { changes, omitted } = boundedChanges([
    ...all.filter(isAbout),
    ...all.filter((one) => !isAbout(one)),
  ]);
  return { changes: [...changes], omitted };
}

/**
 * Subject of a command: that of its permission; else the one that its input names among the changed; else the caller's
 * membership, if it ended; else what it changed first; else the team.
 */
function subjectOf(
  name: CommandName,
  input: CheckedInput<CommandName>,
  userId: string,
  entities: readonly ChangedEntity[],
): ChangedEntity {
  const { permission, further } = commandCatalogue[name];
  const given = new Map<string, unknown>(Object.entries(input));
  const known = (kind: string, id: string) => entities.find((one) => one.kind === kind && one.id === id);
  if (permission.of !== 'team' && permission.of !== 'nobody') {
    const [outer, inner] = subjectFields[permission.of];
    const id = String(given.get(inner ?? outer));
    return known(permission.of, id) ?? { kind: permission.of, id, before: null, after: null };
  }
  const plain = new Set(['teamId', 'commandId', ...Object.keys(further)]);
  const ids = [...given].flatMap(([field, value]) =>
    typeof value === 'string' && !plain.has(field) ? [value] : [],
  );
  const told = entities.filter((one) => changeOf(one) !== null);
  const named = ids.flatMap((id) => told.find((one) => one.id === id) ?? []);
  const left = told.find((one) => one.kind === 'member' && one.id === userId && one.after === null);
  const team = { kind: 'team', id: input.teamId, before: null, after: null };
  return named[0] ?? left ?? told[0] ?? team;
}

function incidentOf({ kind, id, before, after }: ChangedEntity, input: object): string | null {
  if (kind === 'incident') return id;
  const belongsTo = new Map<string, unknown>(Object.entries(after ?? before ?? {})).get('incidentId');
  const named = new Map<string, unknown>(Object.entries(input)).get('incidentId');
  const found = belongsTo ?? named;
  return typeof found === 'string' && isId(found) ? found : null;
}
