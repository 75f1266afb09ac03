/** Authenticator apps on the service's side: it shares a secret, and verifies the codes that are made from it. */
import { Secret, TOTP } from 'otpauth';
import { GuessGuard } from '#fakes/cloud/auth/guesses.ts';
import { type Json, orRefusal, Refusal, text } from './wire.ts';

const setupLifeMs = 10 * 60_000;
const periodSeconds = 30;

interface Setup {
  readonly localId: string;
  readonly secret: string;
  readonly until: number;
}

interface Enrolled {
  readonly secret: string;
  /** The newest period that a code was used of. */
  used: number;
}

export class AuthenticatorApps {
  /** Number of periods before and after its own in which a code is valid. */
  private readonly adjacent: number;
  private readonly guesses = new GuessGuard(() => Date.now());
  private readonly setups = new Map<string, Setup>();
  private readonly enrolled = new Map<string, Enrolled>();

  constructor(adjacent: number) {
    this.adjacent = adjacent;
  }

  start(localId: string): Json {
    const sessionInfo = crypto.randomUUID();
    const secret = new Secret({ size: 20 }).base32;
    const until = Date.now() + setupLifeMs;
    this.setups.set(sessionInfo, { localId, secret, until });
    return {
      sharedSecretKey: secret,
      verificationCodeLength: 6,
      hashingAlgorithm: 'SHA1',
      periodSec: periodSeconds,
      sessionInfo,
      finalizeEnrollmentTime: new Date(until).toISOString(),
    };
  }

  /** Stores the secret as a factor's once its first code is right. */
  finish(localId: string, info: Json, factorId: string): void {
    const setup = this.setups.get(text(info, 'sessionInfo'));
    if (!setup || setup.localId !== localId) throw new Refusal('INVALID_SESSION_INFO');
    if (setup.until <= Date.now()) throw new Refusal('SESSION_EXPIRED');
    if (this.periodOf(setup.secret, text(info, 'verificationCode')) === null)
      throw new Refusal('INVALID_CODE');
    this.setups.delete(text(info, 'sessionInfo'));
    this.enrolled.set(factorId, { secret: setup.secret, used: -1 });
  }

  /** @throws Refusal for a code that is wrong, too old or used; and once there were too many */
  prove(localId: string, factorId: string, info: Json): void {
    orRefusal(() => this.guesses.check(localId));
    const factor = this.enrolled.get(factorId);
    if (!factor) throw new Refusal('MFA_ENROLLMENT_NOT_FOUND');
    const period = this.periodOf(factor.secret, text(info, 'verificationCode'));
    if (period === null || period <= factor.used) {
      this.guesses.wrong(localId);
      throw new Refusal('INVALID_CODE');
    }
    this.guesses.right(localId);
    factor.used = period;
  }

  private periodOf(secret: string, token: string): number | null {
    const timestamp = Date.now();
    const app = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: periodSeconds });
    const away = app.validate({ token, timestamp, window: this.adjacent });
    return away === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + away;
  }
}
