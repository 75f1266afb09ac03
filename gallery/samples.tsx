import Activity from 'lucide-react/icons/activity';
import BellRing from 'lucide-react/icons/bell-ring';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flame from 'lucide-react/icons/flame';
import Gauge from 'lucide-react/icons/gauge';
import House from 'lucide-react/icons/house';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { AppFrame, LiveStrip, type NavItem } from '#src/components/app-frame.tsx';
import { Avatar, type PresenceState } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import type { IncidentStatus, Severity } from '#domain/incident/schema.ts';
import styles from './gallery.module.css';

export const sampleNow = Date.parse('2026-11-21T08:41:07Z');
export const sampleMinute = 60_000;

export const samplePeople: readonly {
  readonly id: string;
  readonly name: string;
  readonly presence?: PresenceState;
}[] = [
  { id: 'ines', name: 'Inês Duarte', presence: 'typing' },
  { id: 'lin', name: 'Lin Ødegård', presence: 'looking' },
  { id: 'tomasz', name: 'Tomasz Zieliński', presence: 'looking' },
  { id: 'amara', name: 'Amara Okafor' },
  { id: 'jun', name: 'Jun Park', presence: 'away' },
  { id: 'sofia', name: 'Sofia Marin' },
  { id: 'dev', name: 'Dev Patel' },
];

export const samplePerson = (id: string) => samplePeople.find((one) => one.id === id) ?? { id, name: id };

export const severityNames = {
  SEV1: 'Critical',
  SEV2: 'Major',
  SEV3: 'Moderate',
  SEV4: 'Minor',
  SEV5: 'Cosmetic',
} as const;

export interface SampleIncident {
  readonly number: number;
  readonly title: string;
  readonly severity: Severity;
  readonly state: IncidentStatus;
  readonly service: string;
  readonly at: number;
}

export const incidents: readonly SampleIncident[] = [
  {
    number: 218,
    title: 'Card payments fail at checkout for a third of customers',
    severity: 'SEV1',
    state: 'investigating',
    service: 'Payments',
    at: sampleNow - 14 * sampleMinute,
  },
  {
    number: 217,
    title: 'Search results are stale by several hours',
    severity: 'SEV3',
    state: 'fixing',
    service: 'Search',
    at: sampleNow - 95 * sampleMinute,
  },
  {
    number: 216,
    title: 'E-mail receipts delayed',
    severity: 'SEV4',
    state: 'monitoring',
    service: 'Notifications',
    at: sampleNow - 5 * 60 * sampleMinute,
  },
  {
    number: 215,
    title: 'Nightly export timed out',
    severity: 'SEV5',
    state: 'resolved',
    service: 'Reporting',
    at: sampleNow - 20 * 60 * sampleMinute,
  },
  {
    number: 214,
    title: 'Sign-in loops on Safari 17',
    severity: 'SEV2',
    state: 'closed',
    service: 'Accounts',
    at: sampleNow - 60 * 60 * sampleMinute,
  },
];

const nav = (current: string): readonly NavItem[] => [
  {
    id: 'home',
    label: 'Home',
    href: '/',
    icon: <House className="icon" />,
    current: current === 'home',
    onPhone: true,
    needsYou: 1,
  },
  {
    id: 'incidents',
    label: 'Incidents',
    href: '/incidents',
    icon: <Flame className="icon" />,
    current: current === 'incidents',
    onPhone: true,
    count: 3,
  },
  {
    id: 'alerts',
    label: 'Alerts',
    href: '/alerts',
    icon: <BellRing className="icon" />,
    current: false,
    onPhone: true,
    count: 5,
  },
  {
    id: 'oncall',
    label: 'On call',
    href: '/oncall',
    icon: <CalendarClock className="icon" />,
    current: false,
    onPhone: true,
  },
  {
    id: 'diagnostics',
    label: 'Diagnostics',
    href: '/diagnostics',
    icon: <Gauge className="icon" />,
    current: false,
    rank: 'secondary',
  },
  {
    id: 'me',
    label: 'My settings',
    href: '/me',
    icon: <UserRound className="icon" />,
    current: false,
    rank: 'secondary',
  },
];

/** The frame with everything in it, around one screen. */
export function SampleFrame({
  current,
  children,
}: {
  readonly current: string;
  readonly children: ReactNode;
}) {
  return (
    <AppFrame
      nav={nav(current)}
      railTop={
        <>
          <Button wide icon={<Search className="icon" />} shortcut="mod+k" className={styles.find}>
            Find
          </Button>
          <Button wide variant="primary" icon={<Plus className="icon" />} shortcut="c">
            Declare
          </Button>
        </>
      }
      railFoot={
        <div className={styles.me}>
          <Avatar person={samplePerson('ines')} decorative />
          <span>Inês Duarte</span>
        </div>
      }
      phoneMore={
        <button type="button" className={styles.more}>
          <Ellipsis className="icon" />
          More
        </button>
      }
      strip={
        <LiveStrip icon={<Activity className="icon" />} action={<Button size="small">Swap</Button>}>
          You are on call for <strong>Payments</strong> until Mon 09:00 · 1 page waits for Lin
        </LiveStrip>
      }
    >
      {children}
    </AppFrame>
  );
}
