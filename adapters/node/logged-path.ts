/** Paths for the log of requests. */

/**
 * The longest of the known `routes` with which a path begins, segment by segment. `…` stands for everything else: keys stand in
 * addresses, in mistyped ones too.
 */
export function loggedPath(pathname: string, routes: ReadonlySet<string>): string {
  if (routes.has(pathname)) return pathname;
  const segments = pathname.split('/');
  for (let count = segments.length - 1; count > 1; count--) {
    const route = segments.slice(0, count).join('/');
    if (routes.has(route)) return `${route}/…`;
  }
  return '/…';
}
