/** A whole cloud as a text to keep in a file, and back. All but secrets comes back as it went, and damage is noticed. */
import type { ServiceName } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { CloudSnapshot } from './snapshot.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { pack, unpack } from '#provider-kit/plain-json.ts';
import { md5 } from '@noble/hashes/legacy.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64Of } from '#provider-kit/base64.ts';

const format = 'muster-cloud';
/** 1 held passwords, refresh tokens and the signing key in clear. */
const version = 2;

/** `exported`: a snapshot without secrets. */
export function cloudText(exported: CloudSnapshot): string {
  const cloud = JSON.stringify(pack(encodeMessage(exported)));
  return JSON.stringify({ format, version, digest: digestOf(cloud), cloud });
}

/** `services`: those of the cloud that reads it. @throws PortError invalid-argument for a text that is not from `cloudText` of such a cloud */
export function cloudFromText(text: string, services: readonly ServiceName[]): CloudSnapshot {
  const file = parsed(text);
  if (file['format'] !== format) throw bad('It is not a cloud that Muster exported.');
  if (file['version'] !== version)
    throw bad(`It is of version ${String(file['version'])}, and this Muster reads version ${version}.`);
  const { cloud } = file;
  if (typeof cloud !== 'string' || digestOf(cloud) !== file['digest'])
    throw bad('It is damaged: it is not what was exported. Export it again.');
  const snapshot = decodeMessage(unpack(parsed(cloud))) as Partial<CloudSnapshot>;
  const held: Partial<Record<string, unknown>> = snapshot.services ?? {};
  const missing = services.find((service) => !Object.hasOwn(held, service));
  if (missing !== undefined) throw bad(`It holds nothing of ${missing}.`);
  const absent = Object.keys(held).find((service) => !(services as readonly string[]).includes(service));
  if (absent !== undefined) throw bad(`It holds ${absent}, which this cloud was made without.`);
  return snapshot as CloudSnapshot;
}

const bad = (reason: string) => new PortError('invalid-argument', `This file can’t be loaded. ${reason}`);

const digestOf = (text: string) => base64Of(md5(utf8ToBytes(text)));

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
