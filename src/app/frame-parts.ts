/** The parts of the frame that the first screen does not need; each is a script of its own. */
import { lazyPart } from '#src/ui/lazy-part.ts';
import type { PageAlarmHostProps } from '#src/features/page-alarm/page-alarm.tsx';
import type { EndedSessionProps } from './ended-session.tsx';
import type { EraseLaterProps, ErasingProps } from './left-team.tsx';
import type { DeletedTeamGateProps } from './deleted-team.tsx';
import type { MoreMenuProps } from './frame-menus.tsx';

export const frameParts = {
  welcome: lazyPart(() => import('#src/features/sign-in/welcome-screen.tsx'), 'WelcomeScreen'),
  deletedTeam: lazyPart<'DeletedTeamGate', DeletedTeamGateProps>(
    () => import('./deleted-team.tsx'),
    'DeletedTeamGate',
  ),
  pageAlarm: lazyPart<'PageAlarmHost', PageAlarmHostProps>(
    () => import('#src/features/page-alarm/page-alarm.tsx'),
    'PageAlarmHost',
  ),
  leftTeam: lazyPart(() => import('./left-team.tsx'), 'LeftTeam'),
  eraseLater: lazyPart<'EraseLater', EraseLaterProps>(() => import('./left-team.tsx'), 'EraseLater'),
  erasing: lazyPart<'Erasing', ErasingProps>(() => import('./left-team.tsx'), 'Erasing'),
  endedSession: lazyPart<'EndedSession', EndedSessionProps>(
    () => import('./ended-session.tsx'),
    'EndedSession',
  ),
  recoveryNotice: lazyPart(() => import('./recovery-notice.tsx'), 'RecoveryNotice'),
  sweepNotice: lazyPart(() => import('./sweep-notice.tsx'), 'SweepNotice'),
  otherTeamsAlarm: lazyPart(() => import('./other-teams-alarm.tsx'), 'OtherTeamsAlarm'),
  accountMenu: lazyPart<'AccountMenu', object>(() => import('./frame-menus.tsx'), 'AccountMenu'),
  moreMenu: lazyPart<'MoreMenu', MoreMenuProps>(() => import('./frame-menus.tsx'), 'MoreMenu'),
  palette: lazyPart(() => import('./palette.tsx'), 'Palette'),
  keySheet: lazyPart(() => import('#src/ui/key-sheet.tsx'), 'KeySheet'),
  rehearsal: lazyPart(
    // A literal condition, as in provider.ts, so that production builds drop the branch.
    async () =>
      import.meta.env.VITE_PROVIDER === 'embedded' ? import('./rehearsal.tsx') : { Rehearsal: () => null },
    'Rehearsal',
  ),
} as const;
