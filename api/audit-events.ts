/** Audit events other than commands, in the form of command labels. */
export const auditEvents = {
  redeemRecoveryCode: 'Use a recovery code',
  requestRecovery: 'Ask for the recovery of a second step',
  recoverSecondFactor: 'Remove a second step at sign-in',
  signOutEverywhere: 'Sign out everywhere',
  useSlackCode: 'Link a Slack user',
  endMissingAccount: 'End the membership of a closed account',
  succeedOwner: 'Make a member the owner: no other owner has an account',
  endEmptyTeam: 'Delete the team: no member has an account',
} as const;
export type AuditEvent = keyof typeof auditEvents;
