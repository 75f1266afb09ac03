/** Second factors: those that are asked for, and those that are set up. Loaded with the first of them. */
import {
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorAssertion,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  type TotpSecret,
} from 'firebase/auth';
import type {
  PhoneChallenge,
  SecondFactorAnswer,
  SignInResult,
  TotpEnrollment,
  User,
} from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { signedIn } from './credentials.ts';
import { plainNumber, sendCode } from './phone.ts';
import type { FirebaseSession } from './session.ts';
import { enrolledFactor } from './user.ts';

type Signed = Extract<SignInResult, { kind: 'signed-in' }>;

interface Half {
  readonly resolver: MultiFactorResolver;
  readonly providerId: Signed['providerId'];
}

/** Ids for objects of the SDK, which callers can't hold themselves. Kept for an hour. */
class Kept<T> {
  private readonly kept = new Map<string, T>();

  add(value: T): string {
    const id = crypto.randomUUID();
    this.kept.set(id, value);
    setTimeout(() => this.kept.delete(id), 65 * 60_000);
    return id;
  }

  get(id: string): T {
    const found = this.kept.get(id);
    if (!found) throw new PortError('auth/code-expired', 'It has been used, or it is too old. Start again.');
    return found;
  }

  drop(id: string): void {
    this.kept.delete(id);
  }
}

export class Factors {
  private readonly session: FirebaseSession;
  private readonly appName: string;
  private readonly halves = new Kept<Half>();
  private readonly secrets = new Kept<TotpSecret>();

  /** `appName`: how authenticator apps call the application. */
  constructor(session: FirebaseSession, appName: string) {
    this.session = session;
    this.appName = appName;
  }

  /** Keeps the first proof of a sign-in, and asks for the second. */
  challenge(half: MultiFactorError, providerId: Signed['providerId']): SignInResult {
    const resolver = getMultiFactorResolver(this.session.sdk, half);
    const id = this.halves.add({ resolver, providerId });
    return {
      kind: 'second-factor',
      challenge: { id, factors: Object.freeze(resolver.hints.map(enrolledFactor)) },
    };
  }

  async sendCode(id: string, factorId: string) {
    const { resolver } = this.halves.get(id);
    const hint = factorOf(resolver, factorId, 'phone');
    return sendCode(this.session.sdk, { multiFactorHint: hint, session: resolver.session });
  }

  async answer(id: string, answer: SecondFactorAnswer): Promise<SignInResult> {
    const { resolver, providerId } = this.halves.get(id);
    const result = await resolver.resolveSignIn(assertionOf(resolver, answer));
    this.halves.drop(id);
    return signedIn(result, providerId);
  }

  startTotp(): Promise<TotpEnrollment> {
    return this.session.asPerson(async (user) => {
      const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
      return {
        secret: secret.secretKey,
        // The SDK puts them into the address as they are.
        uri: secret.generateQrCodeUrl(
          encodeURIComponent(user.email ?? user.uid),
          encodeURIComponent(this.appName),
        ),
        algorithm: 'SHA1',
        digits: secret.codeLength,
        periodSeconds: secret.codeIntervalSeconds,
        sessionId: this.secrets.add(secret),
        expiresAt: Date.parse(secret.enrollmentCompletionDeadline),
      };
    });
  }

  async finishTotp(sessionId: string, code: string, displayName?: string): Promise<User> {
    const secret = this.secrets.get(sessionId);
    try {
      await this.enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), displayName);
    } catch (error) {
      // Only what the backend issued is sent to it: what it doesn't know any more was issued too long ago.
      if (!isPortError(error, 'auth/invalid-verification-id')) throw error;
      throw new PortError('auth/code-expired', error.message, { cause: error });
    }
    this.secrets.drop(sessionId);
    return this.session.person();
  }

  startPhone(phoneNumber: string, challenge?: PhoneChallenge) {
    return this.session.asPerson(async (user) =>
      sendCode(
        this.session.sdk,
        { phoneNumber: plainNumber(phoneNumber), session: await multiFactor(user).getSession() },
        challenge,
      ),
    );
  }

  async finishPhone(verificationId: string, code: string, displayName?: string): Promise<User> {
    await this.enroll(byPhone(verificationId, code), displayName);
    return this.session.person();
  }

  async unenroll(factorId: string): Promise<User> {
    await this.session.asPerson((user) => multiFactor(user).unenroll(factorId));
    return this.session.person();
  }

  private enroll(assertion: MultiFactorAssertion, displayName: string | undefined): Promise<void> {
    return this.session.asPerson((user) => multiFactor(user).enroll(assertion, displayName));
  }
}

const byPhone = (verificationId: string, code: string): MultiFactorAssertion =>
  PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code));

function assertionOf(resolver: MultiFactorResolver, answer: SecondFactorAnswer): MultiFactorAssertion {
  if (answer.kind === 'phone') return byPhone(answer.verificationId, answer.code);
  factorOf(resolver, answer.factorId, 'totp');
  return TotpMultiFactorGenerator.assertionForSignIn(answer.factorId, answer.code);
}

function factorOf(resolver: MultiFactorResolver, factorId: string, kind: string): MultiFactorInfo {
  const hint = resolver.hints.find(({ uid }) => uid === factorId);
  if (hint?.factorId !== kind)
    throw new PortError('auth/multi-factor-info-not-found', 'There is no such second factor.');
  return hint;
}
