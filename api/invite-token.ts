/**
 * The token of an invite: 160 bits that the inviting browser draws. The server receives its digest, which is the invite's id, and the token
 * itself for the first time when the invite is looked at or accepted. Part of an address's fragment, which browsers send to no server.
 */
import * as v from 'valibot';
import { isId } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { inviteTokenSchema } from '#domain/team/invite.ts';

/** Bytes of chance in a token. */
export const inviteTokenBytes = 20;

/** @throws TypeError for another number of bytes */
export function inviteTokenFrom(bytes: Uint8Array): string {
  if (bytes.length !== inviteTokenBytes)
    throw new TypeError(`A token is made of ${inviteTokenBytes} bytes, not ${bytes.length}.`);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const inviteIdOf = (token: string): string => sha256Hex(`muster invite ${token}`);

export interface InviteLink {
  readonly teamId: string;
  readonly token: string;
}

/** Fragment (after `#`) of an invite's URL. */
export const inviteFragment = ({ teamId, token }: InviteLink): string => `${teamId}.${token}`;

/** `fragment` with or without its `#`; null for what is no invite. */
export function parseInviteFragment(fragment: string): InviteLink | null {
  const [teamId = '', token = '', ...rest] = fragment.replace(/^#/u, '').split('.');
  if (rest.length > 0 || !isId(teamId) || !v.is(inviteTokenSchema, token)) return null;
  return { teamId, token };
}
