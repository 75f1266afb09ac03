/** The names of input fields on the screens, where they differ from the words of the field's own name (`incidentId`: Incident). */
import type { FieldLabels } from '#domain/input-faults.ts';

export const fieldLabels: FieldLabels = {
  commandId: 'Id of the command',
  name: 'Team name',
  timezone: 'Time zone',
  displayName: 'Your name',
  fallbackPeople: 'Fallback people',
  mailDomains: 'Mail domains',
  phone: 'Phone number',
  picture: 'Picture',
  serviceIds: 'Services',
  intoId: 'Incident it belongs to',
  to: 'Status',
  expectedRevision: 'Revision you looked at',
  userId: 'Person',
  accept: 'Your answer',
  whom: 'Who',
  kind: 'People or policy',
  userIds: 'People',
  summary: 'What they will read',
  deliveryId: 'Notification',
  registration: 'Registration of this browser',
  label: 'Device name',
  userAgent: 'Browser',
};
