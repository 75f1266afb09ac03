/** A person who signs out everywhere, while Muster is open in several browsers. */
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import { PortError } from '#ports/errors.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, declare } from './incident.ts';
import { credentialOf, teamId } from './small-team.ts';
import { type AppStage, stage, type StageOptions } from './stage.tsx';

const notice = /^You were signed out: this session was ended/;
const cached = async ({ client }: AppStage) =>
  (await client.docs.find(query(collectionPaths.members(teamId)), { source: 'cache' })).docs.length;

beforeEach(() => sessionStorage.clear());

/** Sam’s browser, signed in a minute ago. */
async function open(options: StageOptions = {}) {
  const s = await stage({ as: 'Sam', path: '/me', ...options });
  await s.advance(60_000);
  return s;
}

describe('from another browser', () => {
  /** Sam in a second browser ends all sessions. */
  async function endElsewhere(s: AppStage) {
    const other = await s.person('Sam');
    await act(() => other.client.functions.call('signOutEverywhere', {}));
    await s.settle();
  }

  test('a session ended elsewhere opens the sign-in screen with the reason and erases this browser’s data', async () => {
    const s = await open({ path: '/t/demo/incidents' });
    const { incidentId } = await declare(s, s, { title: 'Checkout is down' });
    await arrive(s);
    localStorage.setItem(`muster.draft.sam.${teamId}.comment.${incidentId}`, 'half a sentence');
    await endElsewhere(s);
    expect(s.path()).toMatch(/^\/signin/);
    expect(screen.getByText(notice)).toBeVisible();
    expect(document.body).not.toHaveTextContent('Checkout is down');
    expect(localStorage.getItem(`muster.draft.sam.${teamId}.comment.${incidentId}`)).toBeNull();
    expect(s.client.auth.currentUser()).toBeNull();
    await act(() => s.client.auth.signIn(credentialOf('Sam')));
    expect(s.runtime.outbox.getItem('muster.left-teams.sam')).toBeNull();
  });

  test('the cache of the ended session is erased', async () => {
    const s = await open();
    await arrive(s);
    expect(await cached(s)).toBe(4);
    // Read in the name of the person whose cache it is: the browser is not left, because leaving fails.
    const leave = s.client.auth.signOut;
    let kept = -1;
    s.client.auth.signOut = async () => {
      kept = await cached(s);
      return leave();
    };
    await endElsewhere(s);
    expect(kept).toBe(0);
  });

  test('the reason can be dismissed and does not return after signing in and out', async () => {
    const s = await open();
    await endElsewhere(s);
    await s.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(notice)).toBeNull();
    await act(() => s.client.auth.signIn(credentialOf('Sam')));
    await s.settle();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await s.go('/me');
    await s.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign out' }));
    await s.settle();
    expect(s.path()).toMatch(/^\/signin/);
    expect(screen.queryByText(notice)).toBeNull();
  });

  test('a profile denied for another reason does not end the session', async () => {
    const s = await open({
      path: '/t/demo/alerts',
      backend: (client) => ({
        ...client,
        docs: {
          ...client.docs,
          watch: (path, observer, how) => {
            if (path !== 'users/sam') return client.docs.watch(path, observer, how);
            queueMicrotask(() => observer.error?.(new PortError('permission-denied', 'Not today.')));
            return () => undefined;
          },
        },
      }),
    });
    expect(screen.getByRole('heading', { name: 'You can’t see your team' })).toBeInTheDocument();
    expect(s.client.auth.currentUser()?.uid).toBe('sam');
  });
});

describe('a session of one tab', () => {
  /** Lin enters the demonstration, and a comment is half written. */
  async function enterDemonstration() {
    const s = await stage({ path: '/signin' });
    await s.user.click(screen.getByRole('button', { name: /^Lin Ødegård/ }));
    await s.settle();
    localStorage.setItem(draft, 'half a sentence');
    return s;
  }
  const draft = `muster.draft.lin.${teamId}.comment.i1`;

  /** The sign-in screen of another page of the same browser. */
  async function openAnother({ view }: AppStage) {
    const names = Array.from(localStorage, (_, index) => localStorage.key(index) ?? '');
    const kept = Object.fromEntries(names.map((name) => [name, localStorage.getItem(name) ?? '']));
    view.unmount();
    return stage({ path: '/signin', kept });
  }

  test('ends unnoticed by another tab, which keeps its data', async () => {
    const first = await enterDemonstration();
    sessionStorage.clear();
    const s = await openAnother(first);
    expect(screen.getByRole('button', { name: /^Lin Ødegård/ })).toBeVisible();
    expect(screen.queryByText(notice)).toBeNull();
    await s.user.click(screen.getByRole('button', { name: /^Lin Ødegård/ }));
    await s.settle();
    expect(localStorage.getItem(draft)).toBe('half a sentence');
  });

  test('shows the reason in its own tab when it was ended elsewhere', async () => {
    await openAnother(await enterDemonstration());
    expect(screen.getByText(notice)).toBeVisible();
  });

  test('shows no reason after its guest created an account and signed out', async () => {
    const s = await stage({ path: '/signin' });
    await s.publish({ demonstration_team: teamId });
    await s.user.click(screen.getByRole('button', { name: 'Look around as a guest' }));
    await s.settle();
    await s.go('/me');
    await s.user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await s.user.type(screen.getByLabelText('Password'), 'correct horse');
    await s.user.click(screen.getByRole('button', { name: 'Create account' }));
    await s.settle();
    const main = within(screen.getByRole('main'));
    await s.user.click(main.getByRole('button', { name: 'Sign out' }));
    await s.settle();
    await openAnother(s);
    expect(screen.queryByText(notice)).toBeNull();
  });
});

describe('from the profile', () => {
  const ask = async (s: AppStage) => {
    const panel = within(screen.getByRole('region', { name: 'Sessions' }));
    await s.user.click(panel.getByRole('button', { name: 'Sign out everywhere' }));
    return within(screen.getByRole('alertdialog', { name: 'Sign out everywhere?' }));
  };

  test('asks for confirmation, then signs out this browser too', async () => {
    const s = await open();
    const dialog = await ask(s);
    await s.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(s.path()).toBe('/me');
    await s.user.click((await ask(s)).getByRole('button', { name: 'Sign out everywhere' }));
    await s.settle();
    expect(s.path()).toMatch(/^\/signin/);
    expect(screen.getByText(notice)).toBeVisible();
  });

  test('shows a failure in the dialog and signs nobody out', async () => {
    const s = await open();
    const dialog = await ask(s);
    await s.client.control.inject({
      kind: 'refuse',
      service: 'functions',
      operation: 'call:signOutEverywhere',
      code: 'internal',
    });
    await s.user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await s.settle();
    expect(dialog.getByRole('alert')).toBeVisible();
    expect(s.client.auth.currentUser()?.uid).toBe('sam');
  });

  test('is disabled without a connection', async () => {
    const s = await open();
    await s.network(false);
    await s.advance(60_000);
    const panel = within(screen.getByRole('region', { name: 'Sessions' }));
    const button = panel.getByRole('button', { name: 'Sign out everywhere' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });
});
