/** The script of the screen at an address, ahead of its rendering. */
import { isOutsideTeams, withoutTeam } from '#api/addresses.ts';
import { findRoute } from './route-table.tsx';

/** `address`: the browser's, from its path on. */
export const loadScreen = async (address: string): Promise<unknown> => {
  const [path = ''] = address.split('?');
  return findRoute(isOutsideTeams(path) ? `~${path}` : withoutTeam(path))?.route.load();
};
