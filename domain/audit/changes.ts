/** The fields in which an entity differs, as an audit entry tells them. */
import { auditLimits, type EntityChange, type FieldChange } from './schema.ts';
import { fieldAudit, isNewAudited, isPersonal, shownId } from './redaction.ts';

/** An entity that a command has changed. `before` null: created; `after` null: removed. */
export interface ChangedEntity {
  readonly kind: string;
  readonly id: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** Placeholder of a hidden value. */
const hiddenValue = '"(hidden)"';

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null where nothing that is audited differs. */
export function changeOf({ kind, id, before, after }: ChangedEntity): EntityChange | null {
  if (isPersonal(kind)) return null;
  if (before === null && (after === null || !isNewAudited(kind))) return null;
  const fields = differences(kind, '', before ?? {}, after ?? {});
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  if (fields.length === 0 && change === 'changed') return null;
  return { kind, id: shownId(kind, id), label: labelOf(after ?? before ?? {}), change, fields: [...fields] };
}

/** Maps are told field by field. */
function differences(kind: string, within: string, before: object, after: object): readonly FieldChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name): readonly FieldChange[] => {
    const audit = fieldAudit(kind, name);
    const [old, now] = [was.get(name) as unknown, is.get(name) as unknown];
    if (audit === 'left-out' || JSON.stringify(old) === JSON.stringify(now)) return [];
    const field = within + name;
    if (audit === 'hidden') return [{ field, before: hide(old), after: hide(now) }];
    const asMap = (value: unknown) =>
      isMap(value) ? value : value === undefined || value === null ? {} : null;
    const [oldMap, nowMap] = [asMap(old), asMap(now)];
    if (oldMap && nowMap && (isMap(old) || isMap(now))) return differences(kind, `${field}.`, oldMap, nowMap);
    return [{ field, before: written(old), after: written(now) }];
  });
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';
const hide = (value: unknown) => (isNothing(value) ? null : hiddenValue);

/** Secrets in objects within a list are hidden, too. */
function written(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value, (name, part: unknown) =>
    name !== '' && fieldAudit('', name) === 'hidden' && !isNothing(part) ? '(hidden)' : part,
  );
  return text.length > auditLimits.value ? `${text.slice(0, auditLimits.value).toWellFormed()}…` : text;
}

/** `#12 Checkout fails`, a name, or what else an entity is known by. */
export function labelOf(entity: object): string {
  const fields = new Map<string, unknown>(Object.entries(entity));
  const text = ['title', 'displayName', 'name', 'label', 'summary']
    .map((field) => fields.get(field))
    .find((value): value is string => typeof value === 'string' && value !== '');
  const number = fields.get('number');
  const label = [typeof number === 'number' ? `#${number}` : '', text ?? ''].filter(Boolean).join(' ');
  return label.slice(0, auditLimits.label).toWellFormed();
}

/** Changes within an entry's limit, and the number of fields beyond it. */
export function boundedChanges(all: readonly EntityChange[]): {
  readonly changes: readonly EntityChange[];
  readonly omitted: number;
} {
  const changes: EntityChange[] = [];
  let room: number = auditLimits.fields;
  let omitted = 0;
  for (const [index, change] of all.entries()) {
    const fits = index < auditLimits.changes ? change.fields.slice(0, room) : [];
    room -= fits.length;
    omitted += change.fields.length - fits.length;
    if (index < auditLimits.changes) changes.push({ ...change, fields: fits });
  }
  return { changes, omitted };
}
