/** The aggregate a command is about. Commands with one scope go out one after the other; different scopes don't wait for each other. */

/** Fields by scope, from the narrowest to the widest: a link of an alert to an incident is about the alert. */
const subjects = [
  ['deliveryId', 'receipt'],
  ['pageId', 'page'],
  ['deviceId', 'device'],
  ['alertId', 'alert'],
  ['incidentId', 'incident'],
  ['requestId', 'cover request'],
  ['teamId', 'team'],
] as const;

/** `page:<id>`, `incident:<id>`, …; a receipt has a scope of its own for each delivery, and what names nothing else the team's. */
export function commandScope(input: object): string {
  const fields = new Map<string, unknown>(Object.entries(input));
  for (const [field, kind] of subjects) {
    const id = fields.get(field);
    if (typeof id === 'string') return `${kind}:${id}`;
  }
  return 'team:';
}
