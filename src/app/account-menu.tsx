/** What belongs to the person and this browser: how it looks, the way out. */
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { explain } from '#src/data/client/errors.ts';
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
  return [
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

export function useLeave(): () => void {
  const signOut = useSignOut();
  const toasts = useToasts();
  return () => {
    signOut().catch((error: unknown) => toasts.error('You are still signed in', explain(error)));
  };
}
