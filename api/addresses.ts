/** Addresses below a team, which links on screens and links in pushed messages share. */
import { idOf } from '#domain/base.ts';

/** The address of a team's screen: `/incidents/41` of the team `a` stands at `/t/a/incidents/41`. */
export const teamAddress = (teamId: string, path = ''): string => `/t/${idOf(teamId)}${path}`;

/** The team named by an address, which need not exist; null for an address that names none. */
export const teamInAddress = (address: string): string | null => /^\/t\/([^/?#]+)/.exec(address)?.[1] ?? null;

/** The path without its team: `/t/a/incidents/41` is `/incidents/41`, `/t/a` is home. */
export const withoutTeam = (path: string): string => path.replace(/^\/t\/[^/]+/, '') || '/';

/** Whether an address belongs to no team: signing in, an invitation, a status page, the person's own settings. */
export const isOutsideTeams = (address: string): boolean =>
  /^\/(?:signin|invite|s|me)(?:[/?#]|$)/.test(address);

/** The part of a team's address that belongs to no team: `/t/a/me` is `/me`. Null: it is a screen of the team, or has no team. */
export function outsideTeam(address: string): string | null {
  const rest = /^\/t\/[^/?#]+(\/.*)$/s.exec(address)?.[1] ?? '';
  return isOutsideTeams(rest) ? rest : null;
}
