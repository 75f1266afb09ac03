/** Roles, as headings and in lists. */
import type { TeamRole } from '#domain/team/schema.ts';

export const roleTitles: Readonly<Record<TeamRole, string>> = {
  viewer: 'Viewer',
  responder: 'Responder',
  admin: 'Admin',
  owner: 'Owner',
};
