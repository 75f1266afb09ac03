/** Addresses of the screens. Every id on a screen is a link made here. */

export const links = {
  home: () => '/',
  signIn: () => '/signin',
  declare: (alertId?: string) =>
    alertId === undefined ? '/declare' : `/declare?alert=${encodeURIComponent(alertId)}`,
  incidents: () => '/incidents',
  incident: (number: number) => `/incidents/${number}`,
  alerts: () => '/alerts',
  alert: (id: string) => `/alerts?alert=${encodeURIComponent(id)}`,
  onCall: () => '/oncall',
  me: () => '/me',
  diagnostics: () => '/diagnostics',
  /** Where a notification about a page leads: home, with the page in front. */
  page: (id: string) => `/?page=${encodeURIComponent(id)}`,
} as const;
