/** The places in the rail and in the phone's bottom bar. */
import Activity from 'lucide-react/icons/activity';
import Bell from 'lucide-react/icons/bell';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Flame from 'lucide-react/icons/flame';
import House from 'lucide-react/icons/house';
import UserRound from 'lucide-react/icons/user-round';
import { links } from '#src/data/links.ts';
import type { NavItem } from '#src/ui/app-frame.tsx';

export interface NavCounts {
  /** Pages and offered roles that wait for my answer. */
  readonly needsMe: number;
  readonly liveIncidents: number;
  readonly openAlerts: number;
}

const none: NavCounts = { needsMe: 0, liveIncidents: 0, openAlerts: 0 };

export function nav(path: string, counts: NavCounts = none): readonly NavItem[] {
  const at = (href: string) => path === href || (href !== '/' && path.startsWith(`${href}/`));
  return [
    {
      id: 'home',
      label: 'Home',
      href: links.home(),
      icon: <House className="icon" />,
      current: at(links.home()),
      needsYou: counts.needsMe,
      onPhone: true,
    },
    {
      id: 'incidents',
      label: 'Incidents',
      href: links.incidents(),
      icon: <Flame className="icon" />,
      current: at(links.incidents()),
      count: counts.liveIncidents,
      onPhone: true,
    },
    {
      id: 'alerts',
      label: 'Alerts',
      href: links.alerts(),
      icon: <Bell className="icon" />,
      current: at(links.alerts()),
      count: counts.openAlerts,
      onPhone: true,
    },
    {
      id: 'on-call',
      label: 'On call',
      href: links.onCall(),
      icon: <CalendarClock className="icon" />,
      current: at(links.onCall()),
      onPhone: true,
    },
    {
      id: 'me',
      label: 'Me',
      href: links.me(),
      icon: <UserRound className="icon" />,
      current: at(links.me()),
      rank: 'secondary',
    },
    {
      id: 'diagnostics',
      label: 'Diagnostics',
      href: links.diagnostics(),
      icon: <Activity className="icon" />,
      current: at(links.diagnostics()),
      rank: 'secondary',
    },
  ];
}

/** What the browser's tab says of a screen. */
export function titleOf(path: string): string {
  if (path === links.declare()) return 'Declare incident';
  return nav(path).find((item) => item.current)?.label ?? 'Not found';
}
