/** Outcome of an action after the person has left its screen. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { entity } from '#src/data/client/documents.ts';
import { arrive, call, declare } from './incident.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seedSmallTeam, teamId } from './small-team.ts';
import { stage } from './stage.tsx';

const messages = () => screen.getByRole('region', { name: 'Messages' });

describe('a file being uploaded', () => {
  it('is uploaded after its room was left, with a message', async () => {
    const app = await stage({ as: 'Lin' });
    const { incidentId, number } = await declare(app, app);
    await app.go(`/incidents/${number}`);
    await arrive(app);
    await app.network(false);
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, new File(['GET /checkout 500'], 'access.log', { type: 'text/plain' }));
    await arrive(app);
    await app.go('/alerts');
    await app.network(true);
    await app.advance(60_000);
    await arrive(app);
    expect(within(messages()).getByText('access.log')).toBeVisible();
    const files = await app.server.docs.find(query(collectionPaths.attachments(teamId, incidentId)));
    expect(files.map((doc) => entity(attachmentSchema, doc)?.value.name)).toEqual(['access.log']);
  });

  it('shows again when the room is reopened', async () => {
    const app = await stage({ as: 'Lin' });
    const { number } = await declare(app, app);
    await app.go(`/incidents/${number}`);
    await arrive(app);
    await app.network(false);
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, new File(['x'], 'access.log', { type: 'text/plain' }));
    await app.go('/');
    await app.go(`/incidents/${number}`);
    await arrive(app);
    expect(screen.getByText('access.log')).toBeVisible();
    expect(screen.getByText('Waits for the connection')).toBeVisible();
  });
});

describe('a rejected command of an earlier page load', () => {
  it('shows an error on any screen and keeps its input', async () => {
    const declaration = {
      name: 'declareIncident',
      givenAt: new ManualClock().now(),
      input: {
        teamId,
        commandId: 'earlier',
        title: 'Checkout is down',
        severity: 'SEV1',
        serviceIds: [],
        private: false,
        alertId: null,
        page: [{ kind: 'people', userIds: ['sam'] }],
      },
    };
    const app = await stage({
      as: 'Lin',
      path: '/alerts',
      outbox: { 'muster.outbox.lin': JSON.stringify([declaration]) },
      // Meanwhile Lin was made a viewer.
      seed: async (server) => {
        await seedSmallTeam(server);
        await server.docs.batch([
          { type: 'update', path: documentPaths.member(teamId, 'lin'), changes: { role: 'viewer' } },
        ]);
      },
    });
    await arrive(app);
    expect(messages()).toHaveTextContent('“Checkout is down” was not declared');
    expect(messages()).toHaveTextContent('Only responders may declare');
    expect(localStorage.getItem(`muster.draft.lin.${teamId}.declare`)).toContain('"person:sam"');
    await app.user.click(within(messages()).getByRole('button', { name: 'Open the form' }));
    expect(app.path()).toBe('/t/demo/declare');
  });
});

describe('a command that waits offline for ten minutes', () => {
  it('fails with its time, is not sent, and can be repeated by its own control', async () => {
    const app = await stage({ as: 'Ada' });
    const sam = await app.person('Sam');
    const whom = { kind: 'people' as const, userIds: ['ada'] };
    const { number, pageIds } = await declare(app, sam, { page: [whom] });
    const [pageId = ''] = pageIds;
    await call(app, 'acknowledgePage', { pageId });
    await app.go(`/incidents/${number}`);
    await arrive(app);
    await app.network(false);
    await app.user.click(await screen.findByRole('button', { name: 'Give back' }));
    await app.settle();
    await app.advance(10 * 60_000 + 1);
    expect(messages()).toHaveTextContent('The page was not given back');
    expect(messages()).toHaveTextContent(/You gave it at \d\d:\d\d, and the server did not confirm it/u);
    expect(screen.getByRole('button', { name: 'Give back' })).toBeEnabled();
    await app.network(true);
    await arrive(app);
    const stored = await app.server.docs.get(documentPaths.page(teamId, pageId));
    expect(stored.data?.['status']).toBe('acknowledged');
  });
});

describe('an expired command of an earlier page load', () => {
  it('is shown as failed with its time and can be repeated', async () => {
    const givenAt = new ManualClock().now() - 11 * 60_000;
    const input = { teamId, commandId: 'earlier', userId: 'sam', role: 'viewer', replacementId: 'ada' };
    const stored = JSON.stringify({ name: 'setMemberRole', givenAt, input });
    const app = await stage({ as: 'Ada', path: '/alerts', outbox: { 'muster.outbox.ada/earlier': stored } });
    const roleOfSam = async () =>
      (await app.server.docs.get(documentPaths.member(teamId, 'sam'))).data?.['role'];
    await arrive(app);
    expect(messages()).toHaveTextContent('The role was not changed');
    expect(messages()).toHaveTextContent(
      /You gave it at \d\d:49, and the server did not confirm it within 10 minutes/u,
    );
    expect(await roleOfSam()).toBe('responder');
    await app.user.click(within(messages()).getByRole('button', { name: 'Give it again' }));
    await arrive(app);
    expect(await roleOfSam()).toBe('viewer');
    expect(messages()).toHaveTextContent('Done: Set the role of a member');
  });
});
