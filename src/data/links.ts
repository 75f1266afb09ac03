/**
 * Links to screens. Every id on a screen is a link made here. A link is relative to the team's address, in which the screens stand
 * (`src/app/team-address.tsx`); `~` before it: to what belongs to no team.
 */
import { useRouter } from 'wouter';

export const links = {
  home: () => '/',
  signIn: () => '/signin',
  invite: () => '/invite',
  declare: (alertId?: string) =>
    alertId === undefined ? '/declare' : `/declare?alert=${encodeURIComponent(alertId)}`,
  incidents: () => '/incidents',
  /** All incidents in which a text is looked for. */
  incidentsWith: (text: string) => `/incidents?q=${encodeURIComponent(text)}`,
  incident: (number: number) => `/incidents/${number}`,
  alerts: () => '/alerts',
  /** All alerts in which a text is looked for. */
  alertsWith: (text: string) => `/alerts?show=all&q=${encodeURIComponent(text)}`,
  alert: (id: string) => `/alerts?alert=${encodeURIComponent(id)}`,
  /** Alerts of a page. */
  alertsOfPage: (pageId: string) => `/alerts?show=all&page=${encodeURIComponent(pageId)}`,
  onCall: () => '/oncall',
  /** Year of all schedules. */
  onCallYear: () => '/oncall?view=year',
  /** On-call screen with the form open; `about`: the time that it begins with. */
  askForCover: (about?: {
    readonly scheduleId: string;
    readonly startsAt: number;
    readonly endsAt: number;
  }) =>
    about === undefined
      ? '/oncall?cover=ask'
      : `/oncall?cover=ask&schedule=${encodeURIComponent(about.scheduleId)}&from=${about.startsAt}&to=${about.endsAt}`,
  readiness: () => '/readiness',
  /** Schedule with the calendar at a view and a day, such as `2026-03-03`. */
  schedule: (id: string, shown?: { readonly view: string; readonly date: string }) =>
    shown === undefined ? `/schedules/${id}` : `/schedules/${id}?view=${shown.view}&date=${shown.date}`,
  newSchedule: (beginning?: Beginning) => beginningAt('/schedules/new', beginning),
  timeOff: () => '/timeoff',
  leaveCalendar: (id: string) => `/timeoff/calendars/${id}`,
  runbooks: () => '/runbooks',
  services: () => '/services',
  service: (id: string) => `/services/${id}`,
  newService: (beginning?: Beginning) => beginningAt('/services/new', beginning),
  policies: () => '/policies',
  policy: (id: string) => `/policies/${id}`,
  newPolicy: (beginning?: Beginning) => beginningAt('/policies/new', beginning),
  integrations: () => '/integrations',
  webhooks: () => '/integrations/webhooks',
  webhook: (id: string) => `/integrations/webhooks/${id}`,
  newWebhook: () => '/integrations/webhooks/new',
  integration: (id: string) => `/integrations/${id}`,
  /** Its routing rules. */
  routing: (id: string) => `/integrations/${id}/rules`,
  newIntegration: (serviceId?: string) =>
    serviceId === undefined
      ? '/integrations/new'
      : `/integrations/new?service=${encodeURIComponent(serviceId)}`,
  /** The first one of a team. */
  firstIntegration: () => '/integrations/new?begin=setup',
  maintenance: () => '/maintenance',
  maintenanceWindow: (id: string) => `/maintenance/${id}`,
  newMaintenance: (about: { readonly service?: string; readonly alert?: string } = {}) => {
    const params = new URLSearchParams(about).toString();
    return params === '' ? '/maintenance/new' : `/maintenance/new?${params}`;
  },
  me: () => '~/me',
  recover: () => '~/account/recover',
  deleteAccount: () => '~/account/delete',
  settings: (section?: string) => (section === undefined ? '/settings' : `/settings/${section}`),
  audit: () => '/audit',
  diagnostics: () => '/diagnostics',
} as const;

/**
 * Start of a form for something new: `sample` with values; `setup` with values and a way back to the list of a team's missing
 * setup.
 */
export type Beginning = 'sample' | 'setup';

const beginningAt = (path: string, beginning: Beginning | undefined) =>
  beginning === undefined ? path : `${path}?begin=${beginning}`;

/** Read from the query of a form's address. */
export function beginningOf(params: URLSearchParams): Beginning | null {
  const asked = params.get('begin');
  return asked === 'sample' || asked === 'setup' ? asked : null;
}

/** The path that a link stands for, below `base`. Links to other sites are left as they are. */
export function pathOf(link: string, base: string): string {
  if (link.startsWith('~')) return link.slice(1);
  return link.startsWith('/') ? base + link : link;
}

/** A link's whole address, for what leaves the app: a copy, an email. */
export function useAddressOf(): (link: string) => string {
  const { base } = useRouter();
  return (link) => new URL(pathOf(link, base), location.origin).href;
}
