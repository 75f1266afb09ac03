/** The parts of a person's data in a team, as the download of one's data asks for them. */
import * as v from 'valibot';

export const ownDataKinds = [
  'membership',
  'devices',
  'webhooks',
  'time-off',
  'time-off-notes',
  'notificationRules',
  'mail',
  'slack',
  'comments',
  'alert-comments',
  'tasks',
  'files',
  'deliveries',
  'notices',
  'cover-asked',
  'cover-taken',
  'audit',
] as const;
export const ownDataKindSchema = v.picklist(ownDataKinds);
export type OwnDataKind = v.InferOutput<typeof ownDataKindSchema>;

/** Labels of the progress: “Northwind: comments”. */
export const ownDataLabels: Readonly<Record<OwnDataKind, string>> = {
  membership: 'membership',
  devices: 'devices',
  webhooks: 'webhooks',
  'time-off': 'time off',
  'time-off-notes': 'notes on time off',
  notificationRules: 'notification rules',
  mail: 'mail address',
  slack: 'Slack user',
  comments: 'comments',
  'alert-comments': 'comments on alerts',
  tasks: 'tasks',
  files: 'files',
  deliveries: 'pages sent to you',
  notices: 'notices',
  'cover-asked': 'requests for cover',
  'cover-taken': 'shifts taken for others',
  audit: 'audit entries',
};
