/**
 * The route table: one entry a screen. Addresses, scripts, navigation, shortcuts, titles and palette entries are derived from it;
 * a new screen is an entry here and its own file.
 */
import Activity from 'lucide-react/icons/activity';
import Bell from 'lucide-react/icons/bell';
import Boxes from 'lucide-react/icons/boxes';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Flame from 'lucide-react/icons/flame';
import House from 'lucide-react/icons/house';
import ListChecks from 'lucide-react/icons/list-checks';
import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Plug from 'lucide-react/icons/plug';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Settings from 'lucide-react/icons/settings';
import UserPlus from 'lucide-react/icons/user-plus';
import UserRound from 'lucide-react/icons/user-round';
import Wrench from 'lucide-react/icons/wrench';
import Users from 'lucide-react/icons/users';
import type { ComponentType, ReactNode } from 'react';
import type { CommandName } from '#api/commands.ts';
import type { Action } from '#domain/permissions.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useIncident } from '#src/data/queries/incidents.ts';
import { useSchedules } from '#src/data/queries/on-call.ts';
import { type LazyPart, lazyPart } from '#src/ui/lazy-part.ts';

/** Values of a path's named groups. */
type RouteParams = Readonly<Record<string, string | undefined>>;

/** Numbers beside navigation entries. */
export interface NavCounts {
  /** Critical pages and offered roles that wait for my answer. */
  readonly needsMe: number;
  /** Low-urgency pages and drills that wait for my answer. */
  readonly waitsForMe: number;
  readonly liveIncidents: number;
  readonly openAlerts: number;
}

/** Entry in the rail and in the phone's bottom bar. */
interface NavEntry {
  /** Path above the pages of its items, if not its own. */
  readonly pagesAt?: string;
  /** Whether it is in the phone's bottom bar too, which holds four. Default false: behind "More". */
  readonly onPhone?: boolean;
  /** Default `primary`. */
  readonly rank?: 'secondary';
  /** A number in a neutral colour. */
  readonly count?: keyof NavCounts;
  /** A number in the signal colour. */
  readonly needsYou?: keyof NavCounts;
}

export interface ScreenRoute {
  readonly id: string;
  /** Below the team's address; with `~` in front: outside of teams. A pattern's named groups are its parameters. */
  readonly path: string | RegExp;
  /** Title in the browser's tab, the navigation, the palette and the sheet of keys. */
  readonly title: string;
  /** The tab's title where it depends on what is shown. */
  readonly LiveTitle?: ComponentType<LiveTitleProps>;
  readonly icon: ComponentType<{ className?: string }>;
  /** Absent: no entry in the rail. */
  readonly nav?: NavEntry;
  /** The two-key combination, or one key. */
  readonly shortcut?: string;
  /** Absent: not in the palette. */
  readonly palette?: PaletteEntry;
  /**
   * Command of the screen: its entries are disabled, with the reason, where the command's permission is not granted. Default none.
   */
  readonly command?: CommandName;
  /** Permission of a screen that only reads. */
  readonly action?: Action;
  /** Fetches its script. */
  readonly load: () => Promise<unknown>;
  readonly element: (params: RouteParams) => ReactNode;
}

interface LiveTitleProps {
  readonly params: RouteParams;
  readonly children: (title: string) => ReactNode;
}

interface PaletteEntry {
  readonly group: 'Go to' | 'Actions';
  /** Further search words. */
  readonly keywords?: readonly string[];
}

/** A screen without parameters. */
function plain({ load, Component }: LazyPart<object>): Pick<ScreenRoute, 'load' | 'element'> {
  return { load, element: () => <Component /> };
}

const place = { group: 'Go to' } as const;

/** Loads of screens that share a script. */
const serviceScreens = () => import('#src/features/services/screens.ts');
const onCallScreens = () => import('#src/features/on-call/screens.ts');
const policyScreens = () => import('#src/features/policies/screens.ts');
const maintenanceScreens = () => import('#src/features/maintenance/screens.ts');
const integrationScreens = () => import('#src/features/integrations/screens.ts');

const room = lazyPart(() => import('#src/features/incidents/room-screen.tsx'), 'RoomScreen');

const settings = lazyPart(() => import('#src/features/settings/settings-screen.tsx'), 'SettingsScreen');

const service = lazyPart(serviceScreens, 'ServiceScreen');

const schedule = lazyPart(onCallScreens, 'ScheduleScreen');

const leaveCalendar = lazyPart(onCallScreens, 'LeaveCalendarScreen');

/** The schedule's name. */
function ScheduleTitle({ params: { id }, children }: LiveTitleProps) {
  const found = useSchedules().data?.items.find(({ value }) => value.id === id);
  return children(found?.value.name ?? 'Schedule');
}

const policy = lazyPart(policyScreens, 'PolicyScreen');

const maintenanceWindow = lazyPart(maintenanceScreens, 'MaintenanceWindowScreen');

const webhook = lazyPart(integrationScreens, 'WebhookScreen');
const routing = lazyPart(integrationScreens, 'RoutingScreen');

const integration = lazyPart(integrationScreens, 'IntegrationScreen');

/** The service's name. */
function ServiceTitle({ params: { id }, children }: LiveTitleProps) {
  const found = useServices().data?.items.find(({ value }) => value.id === id);
  return children(found?.value.name ?? 'Service');
}

/** The incident's number and title. */
function RoomTitle({ params: { number }, children }: LiveTitleProps) {
  const title = useIncident(Number(number)).data?.items[0]?.value.title;
  return children(title === undefined ? `#${number}` : `#${number} ${title}`);
}

export const routeTable: readonly ScreenRoute[] = [
  {
    id: 'home',
    path: links.home(),
    title: 'Home',
    icon: House,
    nav: { onPhone: true, needsYou: 'needsMe', count: 'waitsForMe' },
    shortcut: 'g h',
    palette: place,
    ...plain(lazyPart(() => import('#src/features/home/home-screen.tsx'), 'HomeScreen')),
  },
  {
    id: 'incidents',
    path: links.incidents(),
    title: 'Incidents',
    icon: Flame,
    nav: { onPhone: true, count: 'liveIncidents' },
    shortcut: 'g i',
    palette: place,
    ...plain(lazyPart(() => import('#src/features/incidents/incidents-screen.tsx'), 'IncidentsScreen')),
  },
  {
    id: 'room',
    path: /^\/incidents\/(?<number>[1-9]\d{0,9})$/,
    title: 'Incident',
    LiveTitle: RoomTitle,
    icon: Flame,
    load: room.load,
    element: ({ number }) => <room.Component number={Number(number)} />,
  },
  {
    id: 'alerts',
    path: links.alerts(),
    title: 'Alerts',
    icon: Bell,
    nav: { onPhone: true, count: 'openAlerts' },
    shortcut: 'g a',
    palette: place,
    ...plain(lazyPart(() => import('#src/features/alerts/alerts-screen.tsx'), 'AlertsScreen')),
  },
  {
    id: 'on-call',
    path: links.onCall(),
    title: 'On call',
    icon: CalendarClock,
    nav: { onPhone: true, pagesAt: '/schedules' },
    shortcut: 'g o',
    palette: place,
    ...plain(lazyPart(onCallScreens, 'OnCallScreen')),
  },
  {
    id: 'time-off',
    path: links.timeOff(),
    title: 'Time off',
    icon: CalendarClock,
    palette: { ...place, keywords: ['leave', 'vacation', 'holiday', 'away', 'absence'] },
    ...plain(lazyPart(onCallScreens, 'TimeOffScreen')),
  },
  {
    id: 'readiness',
    path: links.readiness(),
    title: 'Readiness',
    icon: ShieldCheck,
    nav: {},
    shortcut: 'g e',
    palette: { ...place, keywords: ['reachable', 'devices', 'drill', 'notifications', 'who could be paged'] },
    ...plain(lazyPart(() => import('#src/features/readiness/readiness-screen.tsx'), 'ReadinessScreen')),
  },
  {
    id: 'leave-calendar',
    path: /^\/timeoff\/calendars\/(?<id>[\w-]{1,128})$/,
    title: 'Leave calendar',
    icon: CalendarClock,
    load: leaveCalendar.load,
    element: ({ id = '' }) => <leaveCalendar.Component calendarId={id} />,
  },
  {
    id: 'new-schedule',
    path: links.newSchedule(),
    title: 'Add a schedule',
    icon: CalendarClock,
    palette: { ...place, keywords: ['new', 'create', 'rota', 'rotation', 'shifts'] },
    command: 'saveSchedule',
    ...plain(lazyPart(onCallScreens, 'NewScheduleScreen')),
  },
  {
    id: 'schedule',
    path: /^\/schedules\/(?<id>[\w-]{1,128})$/,
    title: 'Schedule',
    LiveTitle: ScheduleTitle,
    icon: CalendarClock,
    load: schedule.load,
    element: ({ id = '' }) => <schedule.Component scheduleId={id} />,
  },
  {
    id: 'services',
    path: links.services(),
    title: 'Services',
    icon: Boxes,
    nav: {},
    shortcut: 'g v',
    palette: { ...place, keywords: ['systems', 'components', 'dependencies', 'support hours'] },
    ...plain(lazyPart(serviceScreens, 'ServicesScreen')),
  },
  {
    id: 'new-service',
    path: links.newService(),
    title: 'Add a service',
    icon: Boxes,
    palette: { ...place, keywords: ['new', 'create'] },
    command: 'saveService',
    ...plain(lazyPart(serviceScreens, 'NewServiceScreen')),
  },
  {
    id: 'service',
    path: /^\/services\/(?<id>[\w-]{1,128})$/,
    title: 'Service',
    LiveTitle: ServiceTitle,
    icon: Boxes,
    load: service.load,
    element: ({ id = '' }) => <service.Component serviceId={id} />,
  },
  {
    id: 'policies',
    path: links.policies(),
    title: 'Policies',
    icon: ListOrdered,
    nav: {},
    shortcut: 'g p',
    palette: { ...place, keywords: ['escalation', 'steps', 'rehearsal', 'who is paged'] },
    ...plain(lazyPart(policyScreens, 'PoliciesScreen')),
  },
  {
    id: 'new-policy',
    path: links.newPolicy(),
    title: 'Add a policy',
    icon: ListOrdered,
    palette: { ...place, keywords: ['new', 'escalation'] },
    command: 'savePolicy',
    ...plain(lazyPart(policyScreens, 'NewPolicyScreen')),
  },
  {
    id: 'policy',
    path: /^\/policies\/(?<id>[\w-]{1,128})$/,
    title: 'Policy',
    icon: ListOrdered,
    load: policy.load,
    element: ({ id = '' }) => <policy.Component policyId={id} />,
  },
  {
    id: 'integrations',
    path: links.integrations(),
    title: 'Integrations',
    icon: Plug,
    nav: { rank: 'secondary' },
    shortcut: 'g n',
    palette: { ...place, keywords: ['keys', 'senders', 'Alertmanager', 'PagerDuty', 'webhook'] },
    ...plain(lazyPart(integrationScreens, 'IntegrationsScreen')),
  },
  {
    id: 'new-integration',
    path: links.newIntegration(),
    title: 'Add an integration',
    icon: Plug,
    palette: { ...place, keywords: ['new', 'key', 'sender'] },
    command: 'createIntegration',
    ...plain(lazyPart(integrationScreens, 'NewIntegrationScreen')),
  },
  {
    id: 'webhooks',
    path: links.webhooks(),
    title: 'Webhooks and chat rooms',
    icon: Plug,
    palette: { ...place, keywords: ['Slack', 'Discord', 'Teams', 'Matrix', 'chat', 'outgoing'] },
    command: 'saveWebhook',
    ...plain(lazyPart(integrationScreens, 'WebhooksScreen')),
  },
  {
    id: 'webhook',
    path: /^\/integrations\/webhooks\/(?<id>[\w-]{1,128})$/,
    title: 'Webhook',
    icon: Plug,
    load: webhook.load,
    element: ({ id = '' }) => <webhook.Component webhookId={id} />,
  },
  {
    id: 'integration',
    path: /^\/integrations\/(?<id>[\w-]{1,128})$/,
    title: 'Integration',
    icon: Plug,
    load: integration.load,
    element: ({ id = '' }) => <integration.Component integrationId={id} />,
  },
  {
    id: 'routing',
    path: /^\/integrations\/(?<id>[\w-]{1,128})\/rules$/,
    title: 'Routing rules',
    icon: Plug,
    command: 'saveRouting',
    load: routing.load,
    element: ({ id = '' }) => <routing.Component integrationId={id} />,
  },
  {
    id: 'maintenance',
    path: links.maintenance(),
    title: 'Maintenance',
    icon: Wrench,
    nav: { rank: 'secondary' },
    shortcut: 'g w',
    palette: { ...place, keywords: ['window', 'planned', 'silence', 'mute', 'downtime', 'quiet'] },
    ...plain(lazyPart(maintenanceScreens, 'MaintenanceScreen')),
  },
  {
    id: 'new-maintenance',
    path: links.newMaintenance(),
    title: 'Plan maintenance',
    icon: Wrench,
    palette: { ...place, keywords: ['new', 'window', 'silence', 'mute', 'downtime'] },
    command: 'saveMaintenance',
    ...plain(lazyPart(maintenanceScreens, 'NewMaintenanceScreen')),
  },
  {
    id: 'maintenance-window',
    path: /^\/maintenance\/(?<id>[\w-]{1,128})$/,
    title: 'Maintenance',
    icon: Wrench,
    load: maintenanceWindow.load,
    element: ({ id = '' }) => <maintenanceWindow.Component maintenanceId={id} />,
  },
  {
    id: 'runbooks',
    path: links.runbooks(),
    title: 'Runbooks',
    icon: ListChecks,
    nav: {},
    shortcut: 'g r',
    palette: { ...place, keywords: ['checklists'] },
    ...plain(lazyPart(() => import('#src/features/runbooks/runbooks-screen.tsx'), 'RunbooksScreen')),
  },
  {
    id: 'settings',
    path: links.settings(),
    title: 'Settings',
    icon: Settings,
    nav: { rank: 'secondary' },
    shortcut: 'g s',
    palette: { ...place, keywords: ['team', 'roles', 'permissions', 'members', 'time zone', 'fallback'] },
    load: settings.load,
    element: () => <settings.Component section={null} />,
  },
  {
    id: 'invites',
    path: links.settings('invites'),
    title: 'Invite somebody',
    icon: UserPlus,
    palette: { ...place, keywords: ['add', 'member', 'invites', 'QR'] },
    command: 'inviteMember',
    load: settings.load,
    element: () => <settings.Component section="invites" />,
  },
  {
    id: 'members',
    path: links.settings('members'),
    title: 'Members',
    icon: Users,
    palette: { ...place, keywords: ['people', 'team', 'remove', 'leave', 'owner'] },
    load: settings.load,
    element: () => <settings.Component section="members" />,
  },
  {
    id: 'settings-section',
    path: /^\/settings\/(?<section>[a-z-]+)$/,
    title: 'Settings',
    icon: Settings,
    load: settings.load,
    element: ({ section = '' }) => <settings.Component section={section} />,
  },
  {
    id: 'audit',
    path: links.audit(),
    title: 'Audit',
    icon: ScrollText,
    shortcut: 'g l',
    palette: { ...place, keywords: ['log', 'history', 'changes', 'who'] },
    action: 'readAudit',
    ...plain(lazyPart(() => import('#src/features/audit/audit-screen.tsx'), 'AuditScreen')),
  },
  {
    id: 'me',
    path: links.me(),
    title: 'Me',
    icon: UserRound,
    nav: { rank: 'secondary' },
    shortcut: 'g m',
    palette: {
      ...place,
      keywords: [
        'profile',
        'password',
        'devices',
        'second step',
        'recovery codes',
        'sessions',
        'sign out everywhere',
        'download data',
        'delete account',
      ],
    },
    ...plain(lazyPart(() => import('#src/features/me/me-screen.tsx'), 'MeScreen')),
  },
  {
    id: 'diagnostics',
    path: links.diagnostics(),
    title: 'Diagnostics',
    icon: Activity,
    nav: { rank: 'secondary' },
    palette: place,
    ...plain(lazyPart(() => import('#src/features/diagnostics/diagnostics-screen.tsx'), 'DiagnosticsScreen')),
  },
  {
    id: 'declare',
    path: links.declare(),
    title: 'Declare incident',
    icon: Plus,
    shortcut: 'c',
    palette: { group: 'Actions', keywords: ['new', 'open'] },
    command: 'declareIncident',
    ...plain(lazyPart(() => import('#src/features/declare/declare-screen.tsx'), 'DeclareScreen')),
  },
];

/** Screens that begin an action, as the frame offers them to everybody who may. */
export const actionRoutes = routeTable.filter(({ palette }) => palette?.group === 'Actions');

interface FoundRoute {
  readonly route: ScreenRoute;
  readonly params: RouteParams;
}

/** The screen at a path, as the router gives it; null for none. */
export function findRoute(path: string): FoundRoute | null {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  for (const route of routeTable) {
    if (typeof route.path === 'string') {
      if (route.path === bare) return { route, params: {} };
      continue;
    }
    const match = route.path.exec(bare);
    if (match) return { route, params: match.groups ?? {} };
  }
  return null;
}
