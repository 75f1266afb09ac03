/**
 * The secret of a feed: 160 bits that the browser draws. The server keeps its digest, which is the feed's id. The address names the
 * team too, so that a feed is found without a list of secrets.
 */
import * as v from 'valibot';
import { isId } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { feedSecretSchema } from '#domain/schedule/feed.ts';

/** Bytes of chance in a secret. */
export const feedSecretBytes = 20;

export const feedSecretFrom = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const feedIdOf = (secret: string): string => sha256Hex(`muster feed ${secret}`);

interface FeedAddress {
  readonly teamId: string;
  readonly secret: string;
}

export const feedPath = ({ teamId, secret }: FeedAddress): string => `/ical/${teamId}.${secret}.ics`;

/** Null for what is no address of a feed. */
export function parseFeedPath(path: string): FeedAddress | null {
  const [, teamId = '', secret = ''] = /^\/ical\/([^/.]+)\.([^/.]+)\.ics$/u.exec(path) ?? [];
  return isId(teamId) && v.is(feedSecretSchema, secret) ? { teamId, secret } : null;
}
