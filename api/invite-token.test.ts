import { expect, test } from 'vitest';
import * as v from 'valibot';
import { inviteIdSchema, inviteTokenSchema } from '#domain/team/invite.ts';
import {
  inviteFragment,
  inviteIdOf,
  inviteTokenBytes,
  inviteTokenFrom,
  parseInviteFragment,
} from './invite-token.ts';

const bytes = Uint8Array.from({ length: inviteTokenBytes }, (_, n) => n * 13);
const token = inviteTokenFrom(bytes);

test('a token has 160 bits, and the server stores its digest', () => {
  expect(inviteTokenBytes * 8).toBe(160);
  expect(token).toMatch(/^000d1a27[0-9a-f]{32}$/);
  expect(v.is(inviteTokenSchema, token)).toBe(true);
  expect(v.is(inviteIdSchema, inviteIdOf(token))).toBe(true);
  expect(inviteIdOf(token)).not.toContain(token.slice(0, 8));
  expect(() => inviteTokenFrom(bytes.slice(1))).toThrow(TypeError);
});

test('parsing a fragment returns the team and the token', () => {
  const link = { teamId: 'team-1', token };
  expect(parseInviteFragment(inviteFragment(link))).toEqual(link);
  expect(parseInviteFragment(`#${inviteFragment(link)}`)).toEqual(link);
});

test.each(['', '#', 'team-1', `.${token}`, `team-1.${token.slice(1)}`, `team-1.${token}.x`, `a/b.${token}`])(
  'the fragment %j is not an invite',
  (fragment) => {
    expect(parseInviteFragment(fragment)).toBeNull();
  },
);
