/**
 * Base path of the team's screens. An address without a team redirects to the same screen of this team, one of a screen outside of teams
 * to that screen.
 */
import { type ReactNode, useLayoutEffect } from 'react';
import { Router, useLocation, useSearch } from 'wouter';
import { isOutsideTeams, outsideTeam, teamAddress, teamInAddress } from '#api/addresses.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { RouterLinks } from './router-links.tsx';

export function TeamAddress({ children }: { readonly children: ReactNode }) {
  const { team } = useTeam();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const teamless = teamInAddress(path) === null && !isOutsideTeams(path);
  const query = search === '' ? '' : `?${search}`;
  const outside = outsideTeam(path);
  const complete = teamless ? teamAddress(team.id, path + query) : outside && outside + query;
  useLayoutEffect(() => {
    if (complete !== null) navigate(`${complete}${location.hash}`, { replace: true });
  }, [complete, navigate]);
  // The same tree before and after the redirect, so that nothing is unmounted: uploads go on, drafts stay.
  return (
    <Router base={teamless ? '' : teamAddress(team.id)}>
      <RouterLinks>{children}</RouterLinks>
    </Router>
  );
}
