import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memberSchema } from '#domain/team/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths, storagePaths } from '#api/paths.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { people, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const me = (options: StageOptions = {}) => stage({ as: 'Sam', path: '/me', ...options });
const panel = () => within(screen.getByRole('region', { name: 'Profile' }));
const member = async (s: AppStage) =>
  fromDocument(memberSchema, await s.server.docs.get(documentPaths.member(teamId, people.Sam.uid)));

async function fill(s: AppStage, label: string, text: string) {
  await s.user.clear(panel().getByLabelText(label));
  await s.user.type(panel().getByLabelText(label), text);
}
async function press(s: AppStage, name: string) {
  await s.user.click(panel().getByRole('button', { name }));
  await s.settle();
}

it('name and phone number are saved, and shown to other members', async () => {
  const s = await me();
  await fill(s, 'Name', 'Samira Osei');
  await fill(s, 'Phone number', '+49 (170) 123-4567');
  await press(s, 'Save profile');
  expect(await member(s)).toMatchObject({ displayName: 'Samira Osei', phone: '+491701234567' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Samira Osei');
  expect(panel().getByLabelText('Phone number')).toHaveValue('+491701234567');
});

it('a phone number without its country is rejected with a sentence, and stays in the field over a reload', async () => {
  const s = await me();
  await fill(s, 'Phone number', '0170 123');
  await press(s, 'Save profile');
  expect(panel().getByText(/Use the country’s code/)).toBeVisible();
  expect((await member(s))?.phone).toBeNull();
  await s.go('/');
  await s.go('/me');
  expect(panel().getByLabelText('Phone number')).toHaveValue('0170 123');
  await press(s, 'Discard changes');
  expect(panel().getByLabelText('Phone number')).toHaveValue('');
});

/** Saved by the same person on another screen. */
const elsewhere = async (s: AppStage, displayName: string, picture: string | null = null) => {
  const { timezone = 'UTC' } = (await member(s)) ?? {};
  await call(s, 'saveProfile', { displayName, timezone, phone: null, picture });
  await arrive(s);
};
const conflict = () => panel().queryByRole('region', { name: 'Changed meanwhile' });

it('a typed name replaces a name saved elsewhere only after a choice', async () => {
  const s = await me();
  await fill(s, 'Name', 'Samira Osei');
  await elsewhere(s, 'Sam O.');
  expect(conflict()).toBeVisible();
  await press(s, 'Save profile');
  expect(await member(s)).toMatchObject({ displayName: 'Sam O.' });
  await press(s, 'Keep what I typed');
  expect(conflict()).toBeNull();
  await press(s, 'Save profile');
  expect(await member(s)).toMatchObject({ displayName: 'Samira Osei' });
});

it('a picture saved elsewhere is kept, and is no conflict with typed values', async () => {
  const s = await me();
  await fill(s, 'Name', 'Samira Osei');
  await elsewhere(s, 'Sam Osei', 'portrait');
  expect(conflict()).toBeNull();
  await press(s, 'Save profile');
  expect(await member(s)).toMatchObject({ displayName: 'Samira Osei', picture: 'portrait' });
});

it('an untouched form shows the current profile', async () => {
  const s = await me();
  await elsewhere(s, 'Sam O.');
  expect(panel().getByLabelText('Name')).toHaveValue('Sam O.');
  expect(conflict()).toBeNull();
});

it('a rejected profile shows the reason, and keeps the typed values', async () => {
  const s = await me();
  await fill(s, 'Name', 'Samira Osei');
  await s.client.control.inject({
    ...{ kind: 'refuse', service: 'functions', operation: 'call:saveProfile' },
    code: 'permission-denied',
  });
  await press(s, 'Save profile');
  expect(panel().getByText(/You may not do this/)).toBeVisible();
  expect(panel().getByLabelText('Name')).toHaveValue('Samira Osei');
});

it('an admin turns the weekly readiness off', async () => {
  const s = await stage({ as: 'Lin', path: '/me' });
  await s.user.click(panel().getByRole('checkbox', { name: 'Weekly readiness' }));
  await press(s, 'Save profile');
  const path = documentPaths.member(teamId, people.Lin.uid);
  expect(fromDocument(memberSchema, await s.server.docs.get(path))?.weeklyReadiness).toBe(false);
  expect(panel().getByRole('checkbox', { name: 'Weekly readiness' })).not.toBeChecked();
});

it('a responder has no choice of weekly readiness', async () => {
  await me();
  expect(panel().getByLabelText('Name')).toBeVisible();
  expect(panel().queryByRole('checkbox')).toBeNull();
});

describe('a picture', () => {
  /** A canvas: jsdom has none. */
  function drawing() {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 2, close: () => undefined }));
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => ({ drawImage: () => undefined });
        convertToBlob = async () => new Blob(['square'], { type: 'image/webp' });
      },
    );
  }
  afterEach(() => void vi.unstubAllGlobals());
  const choose = async (s: AppStage, file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no field for files.');
    await s.user.upload(input, file);
    await s.settle();
  };
  const stored = (s: AppStage, id: string) => s.server.storage.read(storagePaths.picture(people.Sam.uid, id));

  it('is cut to a square and shown; another one replaces it, and it can be removed', async () => {
    drawing();
    const s = await me();
    await choose(s, new File(['one'], 'one.png', { type: 'image/png' }));
    const first = (await member(s))?.picture ?? '';
    expect(new TextDecoder().decode((await stored(s, first)) ?? undefined)).toBe('square');
    expect(panel().getByRole('presentation')).toHaveAttribute('src', expect.stringMatching(/./));
    await choose(s, new File(['two'], 'two.png', { type: 'image/png' }));
    const second = (await member(s))?.picture ?? '';
    expect(second).not.toBe(first);
    expect(await stored(s, first)).toBeNull();
    await press(s, 'Remove the picture');
    expect((await member(s))?.picture).toBeNull();
    expect(await stored(s, second)).toBeNull();
    expect(panel().queryByRole('presentation')).toBeNull();
  });

  it('that is no readable image is rejected with a sentence, and nothing is stored', async () => {
    drawing();
    vi.stubGlobal('createImageBitmap', () =>
      Promise.reject(new DOMException('Broken.', 'InvalidStateError')),
    );
    const s = await me();
    await choose(s, new File(['broken'], 'broken.png', { type: 'image/png' }));
    expect(panel().getByText(/can’t be read as a picture/)).toBeVisible();
    expect((await member(s))?.picture).toBeNull();
  });
});
