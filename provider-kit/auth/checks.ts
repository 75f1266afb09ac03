/** Argument checks of the auth port, the same for every provider and made before any effect. */
import type { AuthPersistence, Credential, SecondFactorAnswer } from '#ports/auth/auth.ts';

/** @throws TypeError unless each named value is a string */
export function checkTexts(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    if (typeof value !== 'string') throw new TypeError(`${name} must be a string.`);
}

/** @throws TypeError */
export function checkCredential(credential: Credential): void {
  switch (credential.kind) {
    case 'password':
      return checkTexts({ email: credential.email, password: credential.password });
    case 'email-link':
      return checkTexts({ email: credential.email, link: credential.link });
    case 'phone':
      return checkTexts({ verificationId: credential.verificationId, code: credential.code });
    case 'custom-token':
      return checkTexts({ token: credential.token });
    case 'social':
      return checkTexts({ provider: credential.provider });
    default:
      throw new TypeError('Unknown kind of credential.');
  }
}

/** @throws TypeError */
export function checkAnswer(answer: SecondFactorAnswer): void {
  if (answer.kind === 'totp') checkTexts({ factorId: answer.factorId, code: answer.code });
  else if (answer.kind === 'phone') checkTexts({ verificationId: answer.verificationId, code: answer.code });
  else throw new TypeError('Unknown kind of answer.');
}

const persistences: readonly AuthPersistence[] = ['local', 'session', 'memory'];

/** @throws TypeError */
export function checkPersistence(kind: AuthPersistence): void {
  if (!persistences.includes(kind)) throw new TypeError('Unknown kind of persistence.');
}
