/** The message of an invite and its draft, for any names that a team, a person and an address may have. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { textSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { mailAddressSchema } from '../mail-address.ts';
import { inviteDraft, inviteMessage, longestDraft, inviteRoleSentences } from './invite-message.ts';
import { inviteRoleSchema } from './invite.ts';

const fragment = `#team-of-twenty-chars.${'0123456789'.repeat(4)}`;
const link = `https://muster.example.com/invite${fragment}`;
const expiresAt = Date.UTC(2026, 11, 7, 5, 54);

/** Names as the product takes them: letters of any script, signs that addresses reserve, emoji of several characters. */
const name = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      fc.constantFrom(
        "O'Neill",
        'Łódź & Söhne',
        '#1?',
        '100 %',
        '+',
        '👩‍👩‍👧‍👦',
        '\uD800',
        'ⅻ字',
        '"<b>"',
        'a=b&body=x',
        '%0A',
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(' ').slice(0, limits.name))
  .filter((text) => v.is(textSchema(limits.name), text) && text.trim() !== '')
  .map((text) => v.parse(textSchema(limits.name), text));
const addresses = [
  'noor@example.com',
  "o'neill+oncall@example.com",
  'a&b?c@example.com',
  'noor@exämple.com',
] as const;
const address = fc.constantFrom(null, ...addresses);
const fields = fc.record({
  teamName: name,
  inviterName: name,
  role: fc.constantFrom(...inviteRoleSchema.options),
  link: fc.constant(link),
  expiresAt: fc.constant(expiresAt),
});

/** A draft as a mail program reads it. */
function read(draft: string) {
  const [path = '', query = ''] = draft.replace(/^mailto:/u, '').split('?');
  const parts = query.split('&').map((part) => part.split('='));
  const of = (key: string) =>
    parts.filter(([found]) => found === key).map(([, value = '']) => decodeURIComponent(value));
  return { to: decodeURIComponent(path), subject: of('subject'), body: of('body'), fields: parts.length };
}

test('the message contains inviter, team, role, link, time and what happens next', () => {
  const named = {
    teamName: 'Łódź & Söhne',
    inviterName: 'Ada O’Neill',
    role: 'admin',
    link,
    expiresAt,
  } as const;
  expect(inviteMessage(named)).toEqual({
    subject: 'Ada O’Neill invites you to Łódź & Söhne on Muster',
    body: `Ada O’Neill invites you to join Łódź & Söhne on Muster as an admin. As an admin you work on incidents, can be paged, and set up the team.

Open this link:
${link}

What happens next: you see the team and your role, sign in or make an account, and press “Join”. Nothing is accepted before that.

The link lets in one person, until 7 December 2026, 05:54 UTC. Don’t pass it on.`,
  });
});

describe('the draft of an invite', () => {
  test('with any names is parsed unchanged, as one subject and one body with lines that end in CRLF', () => {
    assertProperty(
      fc.property(address, fields, (to, given) => {
        const draft = inviteDraft(to, given);
        const mail = read(draft);
        expect(mail).toMatchObject({ to: to ?? '', fields: 2 });
        const body = mail.body[0] ?? '';
        expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
        for (const part of [
          link,
          inviteRoleSentences[given.role],
          '7 December 2026, 05:54 UTC',
          'What happens next',
        ])
          expect(body).toContain(part);
      }),
    );
  });

  test('with short names is the message, letter by letter', () => {
    assertProperty(
      fc.property(address, fields, (to, { teamName, inviterName, ...others }) => {
        const given = {
          ...others,
          teamName: teamName.slice(0, 12).trim() || 'A',
          inviterName: inviterName.slice(0, 12).trim() || 'B',
        };
        const mail = read(inviteDraft(to, given));
        const { subject, body } = inviteMessage(given);
        expect([mail.subject, mail.body]).toEqual([
          [subject.toWellFormed()],
          [body.toWellFormed().replaceAll('\n', '\r\n')],
        ]);
      }),
    );
  });

  test('has at most 2,000 ASCII characters, none reserved by addresses or attributes', () => {
    assertProperty(
      fc.property(address, fields, (to, given) => {
        const draft = inviteDraft(to, given);
        expect(draft.length).toBeLessThanOrEqual(longestDraft);
        expect(draft).toMatch(/^mailto:[\w.~%@-]*\?subject=[\w.~%-]+&body=[\w.~%-]+$/u);
      }),
    );
  });

  test.each(['字'.repeat(80), '👩‍👩‍👧‍👦'.repeat(7), `a${'\u0301'.repeat(79)}`])(
    'shortens the name %s and keeps the rest',
    (long) => {
      const given = { teamName: long, inviterName: long, role: 'responder', link, expiresAt } as const;
      const to = `${"'".repeat(64)}@example.com`;
      const draft = inviteDraft(to, given);
      expect(draft.length).toBeLessThanOrEqual(longestDraft);
      expect(read(draft).body[0]).toContain(link);
      expect(read(draft).subject[0]).toContain('…');
    },
  );

  test('with a name without encoded characters is whole', () => {
    const given = {
      teamName: 'A'.repeat(80),
      inviterName: 'B'.repeat(80),
      role: 'viewer',
      link,
      expiresAt,
    } as const;
    expect(read(inviteDraft('noor@example.com', given)).body[0]).toBe(
      inviteMessage(given).body.replaceAll('\n', '\r\n'),
    );
  });
});

test('the addresses of these tests are valid for an invite', () => {
  expect(addresses.filter((given) => !v.is(mailAddressSchema, given))).toEqual([]);
});
