/** The audit entry of a command: made here for every entry of the catalogue, of what its transaction is about to write. */
import { boundedChanges, changeOf, type ChangedEntity, labelOf } from '#domain/audit/changes.ts';
import { shownId } from '#domain/audit/redaction.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { isId } from '#domain/base.ts';
import type { Member } from '#domain/team/schema.ts';
import { commandCatalogue, type CheckedInput, type CommandName } from '#api/commands.ts';
import { subjectFields } from '#api/command-spec.ts';
import { documentPaths } from '#api/paths.ts';
import { entityAt } from '#api/collection-names.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A command that is being carried out. */
export interface AuditedCommand<N extends CommandName = CommandName> {
  readonly name: N;
  readonly input: CheckedInput<N>;
  readonly userId: string;
  /** The member before the command; null: not in the team. */
  readonly member: Member | null;
}

/** Writes the entry together with the command's changes. */
export function auditCommand(work: UnitOfWork, command: AuditedCommand): void {
  const { teamId, commandId } = command.input;
  work.beforeWrites((changes) => {
    const entities = [...changes].flatMap(([path, { before, after }]) => {
      const place = entityAt(path);
      return place?.teamId === teamId ? [{ ...place, before, after }] : [];
    });
    work.save(documentPaths.auditEntry(teamId, commandId), entryOf(command, entities, work.now));
  });
}

function entryOf(
  { name, input, userId, member }: AuditedCommand,
  entities: readonly ChangedEntity[],
  now: number,
): AuditEntry {
  const { teamId, commandId } = input;
  const all = entities.flatMap((entity) => changeOf(entity) ?? []);
  const subject = subjectOf(name, input, userId, entities);
  // The subject comes first.
  const isAbout = (one: { readonly kind: string; readonly id: string }) =>
    one.kind === subject.kind && one.id === shownId(subject.kind, subject.id);
  const { changes, omitted } = boundedChanges([
    ...all.filter(isAbout),
    ...all.filter((one) => !isAbout(one)),
  ]);
  const joined = entities.find(({ kind, id }) => kind === 'member' && id === userId)?.after;
  const id = shownId(subject.kind, subject.id);
  return {
    id: commandId,
    teamId,
    createdAt: now,
    createdBy: userId,
    revision: 1,
    byName: member?.displayName ?? (joined as Member | null | undefined)?.displayName ?? '',
    command: name,
    subject: { kind: subject.kind, id, label: labelOf(subject.after ?? subject.before ?? {}) },
    about: `${subject.kind}:${id}`,
    incidentId: incidentOf(subject, input),
    automatic: commandCatalogue[name].labels.failed === null,
    changes: [...changes],
    omitted,
  };
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
