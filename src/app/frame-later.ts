/** Parts of the frame that the first screen does without, and the container: one script. */
export { compose } from './composition.ts';
export { DeletedTeamGate } from './deleted-team.tsx';
export { EndedSession } from './ended-session.tsx';
export { FailureToasts } from './failure-toasts.ts';
export { AccountMenu, MoreMenu } from './frame-menus.tsx';
export { OtherTeamsAlarm } from './other-teams-alarm.tsx';
export { Palette } from './palette.tsx';
export { PushOutageNotice } from './push-outage-notice.tsx';
export { RecoveryNotice } from './recovery-notice.tsx';
export { SweepNotice } from './sweep-notice.tsx';
export { NotInTeam, TeamAccessDenied } from './team-denied.tsx';
export { PageAlarmHost } from '#src/features/page-alarm/page-alarm.tsx';
export { UnsentAcknowledgements } from '#src/features/page-alarm/unsent.tsx';
export { KeySheet } from '#src/ui/key-sheet.tsx';
