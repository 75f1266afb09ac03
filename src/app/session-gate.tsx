/** Shows its children to a signed-in person; redirects others to the sign-in screen. */
import { type ReactNode, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { withoutTeam } from '#api/addresses.ts';
import { links } from '#src/data/links.ts';
import { useSession } from '#src/data/client/session.ts';

export interface SessionGateProps {
  readonly children: ReactNode;
  /** Shown while the session is restored. Default nothing. */
  readonly waiting?: ReactNode;
}

export function SessionGate({ children, waiting = null }: SessionGateProps) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const [entered, setEntered] = useState(false);
  if (session.status === 'signed-in' && !entered) setEntered(true);
  if (session.status === 'restoring') return waiting;
  // Address without the team: the next person may not be a member of it.
  const back = entered ? withoutTeam(path) : path;
  if (session.status === 'signed-out') return <Redirect to={signInFor(back, search)} replace />;
  return children;
}

/** Changes the address to that of the sign-in screen, as the gate does, before the first render: that would else begin with a redirect. */
export function openSignIn(): void {
  const { pathname, search } = location;
  if (pathname !== links.signIn()) history.replaceState(null, '', signInFor(pathname, search.slice(1)));
}

/** The sign-in address with a return path. */
export function signInFor(path: string, search: string): string {
  const back = search === '' ? path : `${path}?${search}`;
  return back === links.home() ? links.signIn() : `${links.signIn()}?to=${encodeURIComponent(back)}`;
}

/** The return path after signing in; always an address of this app. */
export function returnPath(search: string): string {
  const params = new URLSearchParams(search);
  const to = params.get('to') ?? carried(params.get('continueUrl')) ?? '';
  return /^\/(?![/\\])/.test(to) && !to.startsWith(links.signIn()) ? to : links.home();
}

/** The fragment in the `continueUrl` of an email link; empty for none. */
export function carriedFragment(search: string): string {
  const url = new URLSearchParams(search).get('continueUrl');
  return url !== null && URL.canParse(url) ? new URL(url).hash : '';
}

/** The return path in the `continueUrl` of an email link. */
const carried = (url: string | null) =>
  url !== null && URL.canParse(url) ? new URL(url).searchParams.get('to') : null;
