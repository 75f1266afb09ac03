/** The parts of the frame that the first screen does not need; most of them one script. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const frameParts = {
  welcome: lazyPart(() => import('#src/features/sign-in/welcome-screen.tsx'), 'WelcomeScreen'),
  deletedTeam: lazyPart(() => import('./frame-later.ts'), 'DeletedTeamGate'),
  teamAccessDenied: lazyPart(() => import('./frame-later.ts'), 'TeamAccessDenied'),
  notInTeam: lazyPart(() => import('./frame-later.ts'), 'NotInTeam'),
  pageAlarm: lazyPart(() => import('./frame-later.ts'), 'PageAlarmHost'),
  leftTeam: lazyPart(() => import('./left-team.tsx'), 'LeftTeam'),
  eraseLater: lazyPart(() => import('./left-team.tsx'), 'EraseLater'),
  erasing: lazyPart(() => import('./left-team.tsx'), 'Erasing'),
  endedSession: lazyPart(() => import('./frame-later.ts'), 'EndedSession'),
  recoveryNotice: lazyPart(() => import('./frame-later.ts'), 'RecoveryNotice'),
  sweepNotice: lazyPart(() => import('./frame-later.ts'), 'SweepNotice'),
  pushOutageNotice: lazyPart(() => import('./frame-later.ts'), 'PushOutageNotice'),
  failureToasts: lazyPart(() => import('./frame-later.ts'), 'FailureToasts'),
  unsentAcknowledgements: lazyPart(() => import('./frame-later.ts'), 'UnsentAcknowledgements'),
  otherTeamsAlarm: lazyPart(() => import('./frame-later.ts'), 'OtherTeamsAlarm'),
  accountMenu: lazyPart(() => import('./frame-later.ts'), 'AccountMenu'),
  moreMenu: lazyPart(() => import('./frame-later.ts'), 'MoreMenu'),
  palette: lazyPart(() => import('./frame-later.ts'), 'Palette'),
  keySheet: lazyPart(() => import('./frame-later.ts'), 'KeySheet'),
  rehearsal: lazyPart(
    // A literal condition, as in provider.ts, so that production builds drop the branch.
    async () =>
      import.meta.env.VITE_PROVIDER === 'embedded' ? import('./rehearsal.tsx') : { Rehearsal: () => null },
    'Rehearsal',
  ),
} as const;
