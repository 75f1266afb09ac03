/** Checks of the payloads of auth. Lengths are above those of its own rules, whose errors say more. */
import * as v from 'valibot';
import type { ProviderId, SocialProvider } from '#ports/auth/auth.ts';
import { byKind, checkBy, fields, idText, noPayload, type PayloadChecks, text } from '../payloads.ts';
import { longestToken } from '../wire.ts';
import type { AuthOperations } from './protocol.ts';

const longestDisplayName = 256;
const longestLink = 4096;

const token = text(longestToken);
/** Of a social provider: claims that an account is made of. */
const proof = text(8192);
const email = text(1000);
const password = text(8192);
const code = text(100);
const language = v.nullable(text(100));
const phoneNumber = text(100);
const displayName = text(longestDisplayName);
const idToken = token;
const linking = { continueUrl: v.nullable(text(longestLink)), language };

const isSocialProvider = (value: unknown): value is SocialProvider =>
  typeof value === 'string' &&
  value.length <= 200 &&
  /^(?:(?:google|github|apple|microsoft)\.com$|oidc\.|saml\.)/u.test(value);
const provider = v.custom<SocialProvider>(isSocialProvider, 'there is no such provider.');
const providerId = v.custom<ProviderId>(
  (value) => value === 'password' || value === 'phone' || isSocialProvider(value),
  'there is no such provider.',
);

const linkable = {
  password: fields({ kind: v.literal('password'), email, password }),
  'email-link': fields({ kind: v.literal('email-link'), email, link: text(2 * longestLink) }),
  phone: fields({ kind: v.literal('phone'), verificationId: idText, code }),
  social: fields({
    kind: v.literal('social'),
    provider,
    idToken: v.exactOptional(proof),
    accessToken: v.exactOptional(proof),
    nonce: v.exactOptional(text(1000)),
  }),
};
const credential = byKind({
  ...linkable,
  'custom-token': fields({ kind: v.literal('custom-token'), token }),
});
const answer = byKind({
  totp: fields({ kind: v.literal('totp'), factorId: idText, code }),
  phone: fields({ kind: v.literal('phone'), verificationId: idText, code }),
});

export const authPayloads: PayloadChecks<{
  readonly [name in keyof AuthOperations]: AuthOperations[name]['payload'];
}> = {
  signUp: checkBy(fields({ email, password })),
  signInAnonymously: noPayload,
  signIn: checkBy(fields({ credential })),
  reauthenticate: checkBy(fields({ idToken, credential })),
  link: checkBy(fields({ idToken, credential: byKind(linkable) })),
  unlink: checkBy(fields({ idToken, providerId })),
  refresh: checkBy(fields({ refreshToken: token })),
  signOut: checkBy(fields({ refreshToken: token })),
  lookup: checkBy(fields({ idToken })),
  updateProfile: checkBy(
    fields({
      idToken,
      displayName: v.exactOptional(v.nullable(displayName)),
      photoUrl: v.exactOptional(v.nullable(text(2048))),
    }),
  ),
  updatePassword: checkBy(fields({ idToken, password })),
  deleteUser: checkBy(fields({ idToken })),
  sendEmailChange: checkBy(fields({ idToken, email, ...linking })),
  sendEmailVerification: checkBy(fields({ idToken, ...linking })),
  sendPasswordReset: checkBy(fields({ email, ...linking })),
  sendSignInLink: checkBy(fields({ email, ...linking })),
  checkActionCode: checkBy(fields({ code })),
  applyActionCode: checkBy(fields({ code, language })),
  confirmPasswordReset: checkBy(fields({ code, password })),
  sendPhoneCode: checkBy(fields({ phoneNumber, language })),
  sendFactorCode: checkBy(fields({ challengeId: idText, factorId: idText, language })),
  answerSecondFactor: checkBy(fields({ challengeId: idText, answer })),
  startTotp: checkBy(fields({ idToken })),
  finishTotp: checkBy(
    fields({ idToken, sessionId: idText, code, language, displayName: v.exactOptional(displayName) }),
  ),
  startPhoneFactor: checkBy(fields({ idToken, phoneNumber, language })),
  finishPhoneFactor: checkBy(
    fields({ idToken, verificationId: idText, code, language, displayName: v.exactOptional(displayName) }),
  ),
  unenroll: checkBy(fields({ idToken, factorId: idText })),
  passwordPolicy: noPayload,
  socialAccounts: checkBy(fields({ provider })),
};
