/** The parts of the frame that the first screen does not need; most of them one script. */
import { lazyPart } from '#src/ui/lazy-part.ts';
import type { PageAlarmHostProps } from '#src/features/page-alarm/page-alarm.tsx';
import type { EndedSessionProps } from './ended-session.tsx';
import type { EraseLaterProps, ErasingProps } from './left-team.tsx';
import type { DeletedTeamGateProps } from './deleted-team.tsx';
import type { MoreMenuProps } from './frame-menus.tsx';

export const frameParts = {
  welcome: lazyPart(() => import('#src/features/sign-in/welcome-screen.tsx'), 'WelcomeScreen'),
  deletedTeam: lazyPart<'DeletedTeamGate', DeletedTeamGateProps>(
    () => import('./frame-later.ts'),
    'DeletedTeamGate',
  ),
  pageAlarm: lazyPart<'PageAlarmHost', PageAlarmHostProps>(() => import('./frame-later.ts'), 'PageAlarmHost'),
  leftTeam: lazyPart(() => import('./left-team.tsx'), 'LeftTeam'),
  eraseLater: lazyPart<'EraseLater', EraseLaterProps>(() => import('./left-team.tsx'), 'EraseLater'),
  erasing: lazyPart<'Erasing', ErasingProps>(() => import('./left-team.tsx'), 'Erasing'),
  endedSession: lazyPart<'EndedSession', EndedSessionProps>(() => import('./frame-later.ts'), 'EndedSession'),
  recoveryNotice: lazyPart(() => import('./frame-later.ts'), 'RecoveryNotice'),
  sweepNotice: lazyPart(() => import('./frame-later.ts'), 'SweepNotice'),
  otherTeamsAlarm: lazyPart(() => import('./frame-later.ts'), 'OtherTeamsAlarm'),
  accountMenu: lazyPart<'AccountMenu', object>(() => import('./frame-later.ts'), 'AccountMenu'),
  moreMenu: lazyPart<'MoreMenu', MoreMenuProps>(() => import('./frame-later.ts'), 'MoreMenu'),
  palette: lazyPart(() => import('./frame-later.ts'), 'Palette'),
  keySheet: lazyPart(() => import('./frame-later.ts'), 'KeySheet'),
  rehearsal: lazyPart(
    // A literal condition, as in provider.ts, so that production builds drop the branch.
    async () =>
      import.meta.env.VITE_PROVIDER === 'embedded' ? import('./rehearsal.tsx') : { Rehearsal: () => null },
    'Rehearsal',
  ),
} as const;
