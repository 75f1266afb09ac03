import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stage } from '#tests/app/stage.tsx';

it('the welcome screen founds a team owned by its founder', async () => {
  const { user, settle } = await stage({ as: 'Noor' });
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  expect(await screen.findByLabelText('Team name')).toBeInvalid();
  await waitFor(() => expect(screen.getByLabelText('Team name')).toHaveFocus());
  await user.type(screen.getByLabelText('Team name'), 'Southwind');
  expect(screen.getByLabelText('Your name in it')).toHaveValue('Noor Haddad');
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  await settle();
  await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

it('the welcome screen joins an existing demonstration', async () => {
  const { user, settle, publish, go } = await stage({ as: 'Noor' });
  expect(screen.queryByRole('button', { name: 'Join the demonstration team' })).toBeNull();
  await publish({ demonstration_team: 'demo' });
  await user.click(screen.getByRole('button', { name: 'Join the demonstration team' }));
  await settle();
  await go('/me');
  expect(await screen.findByText('A responder in Northwind')).toBeVisible();
});

it('a member leaves the demonstration and returns to the welcome screen', async () => {
  const { user, settle, publish, go } = await stage({ as: 'Noor' });
  await publish({ demonstration_team: 'demo' });
  await user.click(screen.getByRole('button', { name: 'Join the demonstration team' }));
  await settle();
  await go('/me');
  await user.click(await screen.findByRole('button', { name: 'Leave Northwind' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await settle();
  await settle();
  await user.click(await screen.findByRole('button', { name: 'Go on to Muster' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Noor Haddad' })).toBeVisible();
  await user.type(screen.getByLabelText('Team name'), 'Southwind');
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  await settle();
  await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

it('the owner of the demonstration can’t leave it', async () => {
  const { go } = await stage({ as: 'Ada' });
  await go('/me');
  expect(await screen.findByText('An owner in Northwind')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Leave/ })).toBeNull();
});

it('the welcome screen keeps typed values when the backend rejects, with the reason', async () => {
  const { user, settle, client } = await stage({ as: 'Noor' });
  await client.control.inject({ kind: 'refuse', service: 'functions', code: 'resource-exhausted' });
  await user.type(screen.getByLabelText('Team name'), 'Southwind');
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  await settle();
  expect(screen.getByRole('alert')).toHaveTextContent('Wait a moment, then try again.');
  expect(screen.getByLabelText('Team name')).toHaveValue('Southwind');
});

it('the welcome screen offers a sign-out', async () => {
  const { user, settle, path } = await stage({ as: 'Noor' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await settle();
  expect(path()).toBe('/signin');
});

const everywhere = () => within(screen.getByRole('region', { name: 'Sign out everywhere?' }));

it('the welcome screen ends every session of a user without a team, after a second press', async () => {
  const { user, settle, path, advance, client } = await stage({ as: 'Noor' });
  await advance(60_000);
  const ask = screen.getByRole('button', { name: 'Sign out everywhere…' });
  await user.click(ask);
  expect(everywhere().getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(ask).toHaveFocus();
  expect(client.auth.currentUser()).not.toBeNull();
  await user.click(ask);
  await user.click(everywhere().getByRole('button', { name: 'Sign out everywhere' }));
  await settle();
  await settle();
  expect(path()).toMatch(/^\/signin/);
  expect(client.auth.currentUser()).toBeNull();
});

it('a failed end of sessions shows the reason, and the user stays signed in', async () => {
  const { user, settle, client } = await stage({ as: 'Noor' });
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere…' }));
  await client.control.inject({
    ...{ kind: 'refuse', service: 'functions', operation: 'call:signOutEverywhere', code: 'internal' },
  });
  await user.click(everywhere().getByRole('button', { name: 'Sign out everywhere' }));
  await settle();
  expect(everywhere().getByRole('alert')).toHaveTextContent(/Something failed/);
  expect(client.auth.currentUser()).not.toBeNull();
});

it('the welcome screen offers a guest no team of their own, and shows what to do', async () => {
  const { client, settle, go, user, path } = await stage();
  await client.auth.guests.signIn();
  await settle();
  await go('/');
  expect(await screen.findByText(/A guest can’t create a team. Create an account first./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create team' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  await settle();
  expect(path()).toBe('/signin?way=create');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Create your account');
});
