/** Stored files: permissions, sizes, types, ids. */
import { limits } from '#domain/constants.ts';
import { fileHeaders, inertImageTypes } from '#domain/attachment/files.ts';
import { idSchema } from '#domain/base.ts';
import { may } from '#domain/permissions.ts';
import { storagePaths } from '#api/paths.ts';
import * as v from 'valibot';
import { people, incidents, team } from '../team.ts';
import type { Case } from './case.ts';
import { ids, shown } from './forge.ts';
import { me } from './writes.ts';

const fileIn = (incidentId: string, attachmentId = 'x') =>
  `teams/${team}/incidents/${incidentId}/${attachmentId}/graph.png`;
const path = fileIn('open');
const valid = { size: 1000, ...fileHeaders('graph.png', 'image/png') };

const roles: readonly Case[] = incidents.flatMap(({ id: room, subject }) =>
  people.flatMap((person): Case[] => {
    const { userId } = person;
    const at = fileIn(room);
    const there = { [at]: valid };
    const who = `${userId ?? 'nobody'} (${room})`;
    const allowed = (action: 'read' | 'upload') => may(person, action, subject).allowed;
    const removes = allowed('upload') && may(person, 'configure').allowed;
    return [
      {
        file: 'storage',
        name: `${who}: reads a file`,
        allowed: allowed('read'),
        ask: (rules) => rules.files(there).as(userId).get(at),
      },
      {
        file: 'storage',
        name: `${who}: uploads a file`,
        allowed: allowed('upload'),
        ask: (rules) => rules.files().as(userId).upload(at, valid),
      },
      {
        file: 'storage',
        name: `${who}: uploads over a file`,
        allowed: false,
        ask: (rules) => rules.files(there).as(userId).upload(at, valid),
      },
      {
        file: 'storage',
        name: `${who}: changes metadata`,
        allowed: false,
        ask: (rules) => rules.files(there).as(userId).updateMetadata(at, { contentType: 'text/html' }),
      },
      {
        file: 'storage',
        name: `${who}: removes a file`,
        allowed: removes,
        ask: (rules) => rules.files(there).as(userId).delete(at),
      },
      {
        file: 'storage',
        name: `${who}: lists files`,
        allowed: false,
        ask: (rules) => rules.files(there).as(userId).list(`teams/${team}/incidents/${room}/x`),
      },
    ];
  }),
);

const upload = (name: string, allowed: boolean, meta: object, at = path): Case => ({
  file: 'storage',
  name: `a file, ${name}`,
  allowed,
  ask: (rules) =>
    rules
      .files()
      .as(me)
      .upload(at, { ...valid, ...meta }),
});

const opaque = fileHeaders('a', 'text/html');
const types = [
  'text/html',
  'text/html; charset=utf-8',
  'image/svg+xml',
  'image/svg',
  'IMAGE/PNG',
  'image/png; x=y',
  'image/*',
  'image/bmp',
  'application/xhtml+xml',
  'application/pdf',
  'application/xml',
  'application/octet-stream; x=y',
  'text/javascript',
  'text/plain',
  '',
];
const dispositions = ['attachment; filename="a"', `attachment; filename="a"; filename*=UTF-8''a`];
const notDownloads = [
  'inline',
  'attachment',
  'inline; filename="attachment; x"',
  ' attachment; x',
  'form-data; x',
  '',
];

const fields: readonly Case[] = [
  ...[0, 1, limits.fileBytes].map((size) => upload(`size ${size}`, true, { size })),
  upload('too large', false, { size: limits.fileBytes + 1 }),
  ...inertImageTypes.map((type) => upload(`type ${type}`, true, fileHeaders('a', type))),
  ...types.map((contentType) => upload(`type ${shown(contentType)}`, false, { contentType })),
  ...types.map((contentType) =>
    upload(`type ${shown(contentType)} to download`, false, {
      contentType,
      contentDisposition: opaque.contentDisposition,
    }),
  ),
  upload('type absent', false, { contentType: undefined }),
  ...types.map((type) => upload(`headers for ${shown(type)}`, true, fileHeaders('a', type))),
  ...dispositions.map((contentDisposition) =>
    upload(shown(contentDisposition), true, { ...opaque, contentDisposition }),
  ),
  ...notDownloads.map((contentDisposition) =>
    upload(shown(contentDisposition), false, { ...opaque, contentDisposition }),
  ),
  upload('disposition absent', false, { ...opaque, contentDisposition: undefined }),
  ...ids
    .filter((given) => !['.', '..'].includes(given))
    .map((given) => upload(`at the id ${shown(given)}`, v.is(idSchema, given), {}, fileIn('open', given))),
  upload('not in an incident', false, {}, `teams/${team}/x/open/x/graph.png`),
  upload('above its folder', false, {}, `teams/${team}/incidents/open/graph.png`),
  upload('below its folder', false, {}, `${path}/graph.png`),
];

const pictureAt = storagePaths.picture(me, 'portrait');
const picture = { size: 1000, ...fileHeaders('portrait.webp', 'image/webp') };
const strangers = [null, 'stranger'] as const;

const uploadPicture = (name: string, allowed: boolean, meta: object, at = pictureAt): Case => ({
  file: 'storage',
  name: `a picture, ${name}`,
  allowed,
  ask: (rules) =>
    rules
      .files()
      .as(me)
      .upload(at, { ...picture, ...meta }),
});

const stored = { [pictureAt]: picture };
const pictures: readonly Case[] = [
  uploadPicture('of oneself', true, {}),
  uploadPicture('of someone else', false, {}, storagePaths.picture('somebody', 'portrait')),
  uploadPicture('as large as may be', true, { size: limits.pictureBytes }),
  uploadPicture('too large', false, { size: limits.pictureBytes + 1 }),
  ...inertImageTypes.map((type) => uploadPicture(`type ${type}`, true, fileHeaders('a', type))),
  ...types.map((contentType) => uploadPicture(`type ${shown(contentType)}`, false, { contentType })),
  ...ids
    .filter((given) => !['.', '..'].includes(given))
    .map((given) =>
      uploadPicture(`at the id ${shown(given)}`, v.is(idSchema, given), {}, `users/${me}/pictures/${given}`),
    ),
  ...strangers.flatMap((userId): Case[] => [
    {
      file: 'storage',
      name: `${userId ?? 'nobody'}: reads a picture`,
      allowed: userId !== null,
      ask: (rules) => rules.files(stored).as(userId).get(pictureAt),
    },
    {
      file: 'storage',
      name: `${userId ?? 'nobody'}: lists pictures`,
      allowed: false,
      ask: (rules) => rules.files(stored).as(userId).list(`users/${me}/pictures`),
    },
    {
      file: 'storage',
      name: `${userId ?? 'nobody'}: removes a picture`,
      allowed: false,
      ask: (rules) => rules.files(stored).as(userId).delete(pictureAt),
    },
    {
      file: 'storage',
      name: `${userId ?? 'nobody'}: uploads a picture of someone else`,
      allowed: false,
      ask: (rules) => rules.files().as(userId).upload(pictureAt, picture),
    },
  ]),
  {
    file: 'storage',
    name: 'a picture, again under its id',
    allowed: false,
    ask: (rules) => rules.files(stored).as(me).upload(pictureAt, picture),
  },
  {
    file: 'storage',
    name: 'a picture, removed by its person',
    allowed: true,
    ask: (rules) => rules.files(stored).as(me).delete(pictureAt),
  },
];

export const files: readonly Case[] = [...roles, ...fields, ...pictures];
