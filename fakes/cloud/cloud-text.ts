/** A whole cloud as a text to keep in a file, and back. All but secrets comes back as it went, and damage is noticed. */
import type { ServiceName } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import { exportedAuth } from './auth/export.ts';
import type { AuthData } from './auth/state.ts';
import type { CloudSnapshot } from './cloud.ts';
import { decodeMessage, encodeMessage } from './codec.ts';
import { md5 } from './storage/md5.ts';

const format = 'muster-cloud';
/** 1 held passwords, refresh tokens and the signing key in clear. */
const version = 2;
const tag = '$text';

const services: Readonly<Record<ServiceName, true>> = {
  auth: true,
  docs: true,
  realtime: true,
  functions: true,
  storage: true,
  messaging: true,
  config: true,
  performance: true,
};

export function cloudText(snapshot: CloudSnapshot): string {
  const auth = exportedAuth(snapshot.services.auth as AuthData);
  const exported: CloudSnapshot = { ...snapshot, services: { ...snapshot.services, auth } };
  const cloud = JSON.stringify(pack(encodeMessage(exported)));
  return JSON.stringify({ format, version, digest: digestOf(cloud), cloud });
}

/** @throws PortError invalid-argument for what `cloudText` did not give */
export function cloudFromText(text: string): CloudSnapshot {
  const file = parsed(text);
  if (file['format'] !== format) throw bad('It is not a cloud that Muster exported.');
  if (file['version'] !== version)
    throw bad(`It is of version ${String(file['version'])}, and this Muster reads version ${version}.`);
  const { cloud } = file;
  if (typeof cloud !== 'string' || digestOf(cloud) !== file['digest'])
    throw bad('It is damaged: it is not what was exported. Export it again.');
  const snapshot = decodeMessage(unpack(parsed(cloud))) as Partial<CloudSnapshot>;
  const held: Partial<Record<string, unknown>> = snapshot.services ?? {};
  const missing = Object.keys(services).find((service) => !Object.hasOwn(held, service));
  if (missing !== undefined) throw bad(`It holds nothing of ${missing}.`);
  return snapshot as CloudSnapshot;
}

const bad = (reason: string) => new PortError('invalid-argument', `This file can’t be loaded. ${reason}`);

const digestOf = (text: string) => md5(new TextEncoder().encode(text));

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw new PortError('invalid-argument', 'This file can’t be loaded. It is no JSON, or cut off.', {
      cause: error,
    });
  }
  throw bad('It is not a cloud that Muster exported.');
}

/** JSON has no word for bytes, for numbers that are none, and for what is undefined. */
function pack(value: unknown): unknown {
  if (value === undefined) return { [tag]: 'undefined' };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [tag]: 'number', is: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(pack);
  if (value instanceof Uint8Array) return { [tag]: 'bytes', base64: base64(value) };
  const packed = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pack(inner)]));
  return Object.hasOwn(value, tag) ? { [tag]: 'map', map: packed } : packed;
}

function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unpack);
  if (!Object.hasOwn(value, tag)) return unpackMap(value);
  const tagged = value as Record<string, unknown>;
  switch (tagged[tag]) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(tagged['is']);
    case 'bytes':
      return Uint8Array.from(atob(String(tagged['base64'])), (letter) => letter.charCodeAt(0));
    default:
      return unpackMap(Object(tagged['map']) as object);
  }
}

const unpackMap = (map: object) =>
  Object.fromEntries(Object.entries(map).map(([key, inner]) => [key, unpack(inner)]));

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
