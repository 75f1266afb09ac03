/** Navigation entries of the rail and of the phone's bottom bar. */
import type { NavItem } from '#src/components/app-frame.tsx';
import { type NavCounts, routeTable } from './route-table.tsx';

const isBelow = (path: string, place: string | undefined): boolean =>
  place !== undefined && place !== '/' && path.startsWith(`${place}/`);

const none: NavCounts = { needsMe: 0, waitsForMe: 0, liveIncidents: 0, openAlerts: 0 };

export function nav(path: string, counts: NavCounts = none): readonly NavItem[] {
  return routeTable.flatMap(({ id, path: href, title, icon: Icon, nav: entry }) => {
    if (entry === undefined || typeof href !== 'string') return [];
    return {
      id,
      label: title,
      href,
      icon: <Icon className="icon" />,
      current: path === href || [href, entry.pagesAt].some((place) => isBelow(path, place)),
      count: entry.count && counts[entry.count],
      needsYou: entry.needsYou && counts[entry.needsYou],
      onPhone: entry.onPhone ?? false,
      rank: entry.rank ?? 'primary',
    };
  });
}
