/** Work in a room beside comments: tasks and files. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fileHeaders } from '#domain/attachment/files.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive } from '#tests/app/incident.ts';
import { room, timeline, button } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';

describe('tasks', () => {
  const field = () => screen.getByRole('textbox', { name: 'New task' });

  test('are added and done', async () => {
    const { app } = await room();
    await app.user.type(field(), 'Roll back{Enter}');
    await arrive(app);
    expect(field()).toHaveValue('');
    await app.user.click(screen.getByRole('checkbox', { name: 'Roll back' }));
    await arrive(app);
    expect(screen.getByText('1 done')).toBeVisible();
    expect(timeline()).toHaveTextContent('Lin Ødegård finished the task Roll back');
  });

  test('that were removed return with Undo', async () => {
    const { app } = await room();
    await app.user.type(field(), 'Roll back{Enter}');
    await arrive(app);
    await app.user.click(button('Remove task Roll back'));
    await arrive(app);
    expect(screen.queryByRole('checkbox', { name: 'Roll back' })).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(screen.getByRole('checkbox', { name: 'Roll back' })).toBeInTheDocument();
  });

  test('done and removed offline return as done', async () => {
    const { app } = await room();
    await app.user.type(field(), 'Roll back{Enter}');
    await arrive(app);
    await app.user.click(screen.getByRole('checkbox', { name: 'Roll back' }));
    await arrive(app);
    await app.network(false);
    await app.user.click(screen.getByText('1 done'));
    await app.user.click(button('Remove task Roll back'));
    await app.settle();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await app.network(true);
    await arrive(app);
    expect(screen.getByText('1 done')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('are usable offline', async () => {
    const { app } = await room();
    await app.network(false);
    await app.user.type(field(), 'Call the provider{Enter}');
    await app.settle();
    expect(screen.getByRole('checkbox', { name: 'Call the provider' })).toBeInTheDocument();
    await app.network(true);
    await arrive(app);
    expect(timeline()).toHaveTextContent('added the task Call the provider');
  });
});

describe('files', () => {
  test('are uploaded with a timeline event', async () => {
    const { app } = await room();
    const file = new File(['GET /checkout 500'], 'access.log', { type: 'text/plain' });
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, file);
    await app.advance(5_000);
    await arrive(app);
    expect(timeline()).toHaveTextContent('Lin Ødegård added the file access.log');
    expect(screen.getByRole('link', { name: 'access.log' })).toBeInTheDocument();
  });

  test.each([
    ['report.html', 'text/html', '<script>alert(1)</script>'],
    ['diagram.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['Fehler “größer”.log', 'text/plain', 'GET /checkout 500'],
  ])('of a dangerous type (%s) are stored for download under their name', async (name, type, text) => {
    const { app, incidentId } = await room();
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, new File([text], name, { type }));
    await app.advance(5_000);
    await arrive(app);
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('download', name);
    const [record] = await app.server.docs.find(query(collectionPaths.attachments(teamId, incidentId)));
    const metadata = await app.client.storage.metadata.get(String(record?.data?.['path']));
    expect(metadata).toMatchObject(fileHeaders(name, type));
    expect(metadata.contentType).toBe('application/octet-stream');
    const response = await fetch(link.getAttribute('href') ?? '');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(await response.text()).toBe(text);
  });

  test('that are images are shown in place', async () => {
    const { app } = await room();
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, new File(['PNG'], 'graph.png', { type: 'image/png' }));
    await app.advance(5_000);
    await arrive(app);
    const files = within(screen.getByRole('region', { name: 'Files' }));
    const link = files.getByRole('link', { name: 'graph.png' });
    expect(link).not.toHaveAttribute('download');
    const response = await fetch(link.getAttribute('href') ?? '');
    expect(response.headers.get('content-type')).toBe('image/png');
    for (const place of [screen.getByRole('region', { name: 'Files' }), timeline()])
      expect(place.querySelector('img')).toHaveAttribute('src', link.getAttribute('href'));
  });

  test('with a rejected record are recorded again, without another upload', async () => {
    const { app } = await room();
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.client.control.inject({
      kind: 'refuse',
      service: 'docs',
      operation: 'commit',
      code: 'permission-denied',
    });
    await app.user.upload(chooser, new File(['GET /checkout 500'], 'access.log', { type: 'text/plain' }));
    await app.advance(5_000);
    await arrive(app);
    expect(timeline()).not.toHaveTextContent('added the file access.log');
    await app.user.click(screen.getByRole('button', { name: 'Upload access.log again' }));
    await app.advance(5_000);
    await arrive(app);
    expect(timeline()).toHaveTextContent('Lin Ødegård added the file access.log');
    expect(screen.queryByRole('button', { name: 'Upload access.log again' })).toBeNull();
  });

  test('that are too large are rejected before the upload, with a sentence', async () => {
    const { app } = await room();
    const file = new File(['x'], 'dump.bin');
    Object.defineProperty(file, 'size', { value: 26 * 1024 * 1024 });
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Add files"]');
    if (!chooser) throw new Error('There is no way to choose a file.');
    await app.user.upload(chooser, file);
    await arrive(app);
    const told = screen.getByText('dump.bin was not added').parentElement;
    expect(told).toHaveTextContent(/addedA file is at most 25 MB\. Share a link to it instead\.$/);
  });
});
