/** The account menu: teams, theme, sign out. */
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import UsersRound from 'lucide-react/icons/users-round';
import { useLocation } from 'wouter';
import { teamAddress } from '#api/addresses.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { type MyTeam, useMyTeams } from '#src/data/queries/my-teams.ts';
import { useSignOutConsequence } from '#src/data/queries/sign-out-consequence.ts';
import { useSignOut } from '#src/data/client/sign-out.ts';
import type { MenuSection } from '#src/ui/menu.tsx';
import { type ThemeChoice, useTheme } from '#src/ui/theme.ts';
import { useToasts } from '#src/ui/toasts.tsx';

const themes: readonly { readonly choice: ThemeChoice; readonly label: string; readonly icon: typeof Sun }[] =
  [
    { choice: 'system', label: 'As the device', icon: Monitor },
    { choice: 'light', label: 'Light', icon: Sun },
    { choice: 'dark', label: 'Dark', icon: Moon },
  ];

export function useAccountMenu(): readonly MenuSection[] {
  const [theme, choose] = useTheme();
  const leave = useLeave();
  const teams = useTeamSwitch();
  return [
    ...(teams.length === 0
      ? []
      : [
          {
            heading: 'Team',
            items: teams.map(({ id, name, current, open }) => ({
              id: `team-${id}`,
              label: name,
              icon: <UsersRound className="icon" />,
              selected: current,
              onSelect: open,
            })),
          },
        ]),
    {
      heading: 'Theme',
      items: themes.map(({ choice, label, icon: Icon }) => ({
        id: choice,
        label,
        icon: <Icon className="icon" />,
        selected: theme === choice,
        onSelect: () => choose(choice),
      })),
    },
    {
      items: [{ id: 'sign-out', label: 'Sign out', icon: <LogOut className="icon" />, onSelect: leave }],
    },
  ];
}

export interface SwitchableTeam extends MyTeam {
  /** Navigates to its home; does nothing in the current one. */
  readonly open: () => void;
}

/** Teams to switch to; empty for a member of one team. */
export function useTeamSwitch(): readonly SwitchableTeam[] {
  const [, navigate] = useLocation();
  return useMyTeams().map((team) => ({
    ...team,
    open() {
      if (!team.current) navigate(`~${teamAddress(team.id, links.home())}`);
    },
  }));
}

export function useLeave(): () => void {
  const signOut = useSignOut();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const consequence = useSignOutConsequence();
  return () => {
    // The person's own page has the confirmation, beside the devices.
    if (consequence !== null) {
      navigate(links.me());
      toasts.error('You are on call', `${consequence} If that is meant, sign out on this page.`);
      return;
    }
    signOut().catch((error: unknown) => toasts.error('You are still signed in', explain(error)));
  };
}
