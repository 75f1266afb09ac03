/** Fields that audit entries leave out: secrets, erased values, and fields that explain no decision. */

/** Hidden in whatever entity: the audit says that it changed, and not to what. */
const hidden =
  /token|hash|digest|secret|registration|password|endpoint|credential|^key$|private[_-]?key|api[_-]?key|e-?mail$|^address$|^phone$|userAgent/iu;

/** Hidden in one kind of entity, although the name is harmless. */
const hiddenIn: Readonly<Record<string, readonly string[]>> = {
  /** A withdrawn comment is erased from the store, and so from here. */
  timelineEvent: ['body', 'text', 'note', 'reason'],
  alertEvent: ['body', 'reason'],
  /** Names and titles as somebody else's calendar has them. */
  leaveCalendar: ['names'],
};

/** Kinds whose id is the digest of a secret: shown by its first characters, enough to tell two apart. */
const digestIds: ReadonlySet<string> = new Set(['invite']);

/** Fields that are the same in every entity, in another field of the entry, or counted by the server. */
const noise: ReadonlySet<string> = new Set([
  'id',
  'teamId',
  'incidentId',
  'createdAt',
  'createdBy',
  'revision',
  'lastIncidentNumber',
  'turn',
]);

/** Kinds whose creation the incident’s timeline, the page or the alert records already. */
const toldElsewhere: ReadonlySet<string> = new Set([
  'timelineEvent',
  'alertEvent',
  'delivery',
  'integrationEvent',
  'webhookDelivery',
]);

export type FieldAudit = 'shown' | 'hidden' | 'left-out';

/** `field` is the name at the entity's top, or within a map of it. */
export function fieldAudit(kind: string, field: string): FieldAudit {
  if (noise.has(field) && !(field === 'incidentId' && (kind === 'alert' || kind === 'page')))
    return 'left-out';
  return hidden.test(field) || hiddenIn[kind]?.includes(field) === true ? 'hidden' : 'shown';
}

/** Kinds that only their person may read: an entry names the command, and no fields. */
const personal: ReadonlySet<string> = new Set(['notice']);

export const isPersonal = (kind: string): boolean => personal.has(kind);

/** Whether an entry describes an entity that a command adds. */
export const isNewAudited = (kind: string): boolean => !toldElsewhere.has(kind);

export const shownId = (kind: string, id: string): string =>
  digestIds.has(kind) ? `${id.slice(0, 8)}…` : id;
