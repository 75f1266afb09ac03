/** Paths of the functions' HTTP routes, where senders and calendars reach a server; the same as the rewrites of firebase.json. */

/** Keys may follow. */
export const routeNames: readonly string[] = [
  ...['alertmanager', 'answer', 'grafana', 'heartbeat', 'json', 'mail', 'slack'].map(
    (route) => `/in/${route}`,
  ),
  '/in',
  '/ical',
  '/v2/enqueue',
  '/api/v1',
];

export const isRoutePath = (pathname: string): boolean =>
  pathname.startsWith('/ical/') ||
  pathname.startsWith('/in/') ||
  pathname.startsWith('/api/v1/') ||
  pathname === '/v2/enqueue';
