/** The script of the screen at an address, ahead of its rendering. */
import { isOutsideTeams, withoutTeam } from '#api/addresses.ts';
import { findRoute } from './route-table.tsx';

/** `path`: the browser's. */
export const loadScreen = async (path: string): Promise<unknown> =>
  findRoute(isOutsideTeams(path) ? `~${path}` : withoutTeam(path))?.route.load();
