/** A whole cloud as a text to keep in a file, and back. All but secrets comes back as it went, and damage is noticed. */
import type { ServiceName } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import { exportedAuth } from './auth/export.ts';
import type { AuthData } from './auth/state.ts';
import type { CloudSnapshot } from './cloud.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { pack, unpack } from '#provider-kit/plain-json.ts';
import { md5Of } from './storage/checksums.ts';

const format = 'muster-cloud';
/** 1 held passwords, refresh tokens and the signing key in clear. */
const version = 2;

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

/** @throws PortError invalid-argument for a text that is not from `cloudText` */
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

const digestOf = (text: string) => md5Of(new TextEncoder().encode(text));

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
