/** Lets through who is signed in; sends everyone else where they can become so. */
import { type ReactNode, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { links } from '#src/data/links.ts';
import { useSession } from '#src/data/client/session.ts';

export interface SessionGateProps {
  readonly children: ReactNode;
  /** In place of the children while it is not known yet who is looking. Default nothing. */
  readonly waiting?: ReactNode;
}

export function SessionGate({ children, waiting = null }: SessionGateProps) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const [entered, setEntered] = useState(false);
  if (session.status === 'signed-in' && !entered) setEntered(true);
  if (session.status === 'restoring') return waiting;
  // The person of the ended session finds their last team without the address; the next person may not be a member of it.
  const back = entered ? withoutTeam(path) : path;
  if (session.status === 'signed-out') return <Redirect to={signInFor(back, search)} replace />;
  return children;
}

const withoutTeam = (path: string) => path.replace(/^\/t\/[^/]+/, '') || links.home();

/** The way to the sign-in screen that leads back here. */
export function signInFor(path: string, search: string): string {
  const back = search === '' ? path : `${path}?${search}`;
  return back === links.home() ? links.signIn() : `${links.signIn()}?to=${encodeURIComponent(back)}`;
}

/** Where to go after signing in: an address of this app, whatever the query says. */
export function returnPath(search: string): string {
  const params = new URLSearchParams(search);
  const to = params.get('to') ?? carried(params.get('continueUrl')) ?? '';
  return /^\/(?![/\\])/.test(to) && !to.startsWith(links.signIn()) ? to : links.home();
}

/** A link from an email may bring the address it was asked from along instead of leading to it. */
const carried = (url: string | null) =>
  url !== null && URL.canParse(url) ? new URL(url).searchParams.get('to') : null;
