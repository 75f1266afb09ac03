/** Kept records of auth. */
import * as v from 'valibot';
import type { InboxMessage } from '#ports/control.ts';
import { storedAs, storedNumber } from '../stored.ts';
import type { Account } from './accounts.ts';
import type { EmailCode, PhoneCode } from './codes.ts';
import type { Guesses } from './guesses.ts';
import type { AccountSession } from './sessions.ts';
import type { AuthMeta, Pending, TotpSetup } from './auth-data.ts';

const text = v.string();
const maybe = v.nullable(text);
const object = v.looseObject({});

export const stored = {
  meta: storedAs<AuthMeta>(v.looseObject({ key: text, drawn: storedNumber })),
  account: storedAs<Account>(
    v.looseObject({
      uid: text,
      email: maybe,
      emailVerified: v.boolean(),
      displayName: maybe,
      photoUrl: maybe,
      phoneNumber: maybe,
      password: v.nullable(v.looseObject({ salt: text, rounds: storedNumber, hash: text })),
      social: v.array(v.looseObject({ provider: text, uid: text })),
      factors: v.array(v.looseObject({ id: text, kind: text, phoneNumber: maybe, secret: maybe })),
      claims: object,
      disabled: v.boolean(),
      createdAt: storedNumber,
      lastSignInAt: storedNumber,
    }),
  ),
  session: storedAs<AccountSession>(
    v.looseObject({
      id: text,
      refreshDigest: text,
      uid: text,
      provider: text,
      secondFactor: v.nullable(object),
      provedAt: storedNumber,
      claims: object,
    }),
  ),
  email: storedAs<EmailCode>(
    v.looseObject({ code: text, operation: text, email: text, uid: maybe, expiresAt: storedNumber }),
  ),
  phone: storedAs<PhoneCode>(
    v.looseObject({
      verificationId: text,
      phoneNumber: text,
      code: text,
      purpose: text,
      expiresAt: storedNumber,
    }),
  ),
  message: storedAs<InboxMessage>(
    v.looseObject({ id: text, channel: text, to: text, subject: text, body: text, sentAt: storedNumber }),
  ),
  guess: storedAs<Guesses>(v.looseObject({ count: storedNumber, until: storedNumber })),
  pending: storedAs<Pending>(
    v.looseObject({ id: text, uid: text, proof: object, providerId: text, expiresAt: storedNumber }),
  ),
  setup: storedAs<TotpSetup>(v.looseObject({ id: text, uid: text, secret: text, expiresAt: storedNumber })),
};
