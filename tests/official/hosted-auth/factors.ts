/** Second factors as in the hosted service: two kinds, a maximum number, notices by mail, end of other sessions. */
import { claimsOf } from '#adapters/firebase/auth/token.ts';
import type { ResolvedProject } from '#provider-kit/auth/project.ts';
import { checkRecent, type Pending, type Texts } from './lives.ts';
import { AuthenticatorApps } from './totp.ts';
import { type Enrollment, type Json, type PartState, type PartUser, Refusal, text, within } from './wire.ts';

/** Request to the official part. @throws Refusal with the part's refusal */
export type Ask = (body: Json) => Promise<Json>;

export interface PartAccess {
  readonly state: () => PartState;
  /** Tokens of a new session. */
  issue(user: PartUser, provider: string, factor?: Enrollment): Promise<Json>;
  /** Address of a link in a mail. */
  link(mode: string, oobCode: string): string;
}

const added = 'REVERT_SECOND_FACTOR_ADDITION';
const kindOf = (factor: Enrollment): string => (factor.totpInfo ? 'totp' : 'phone');

export class HostedFactors {
  private readonly part: PartAccess;
  private readonly project: ResolvedProject;
  private readonly pending: Pending;
  private readonly texts: Texts;
  private readonly apps: AuthenticatorApps;
  /** Enrolments that a mail's link can revert, by its code. */
  private readonly reverts = new Map<
    string,
    { readonly localId: string; readonly email: string; readonly factor: Enrollment }
  >();

  constructor(part: PartAccess, project: ResolvedProject, pending: Pending, texts: Texts) {
    this.part = part;
    this.project = project;
    this.pending = pending;
    this.texts = texts;
    this.apps = new AuthenticatorApps(project.totpAdjacentPeriods);
  }

  async startEnrollment(body: Json, ask: Ask): Promise<Json> {
    const totp = within(body, 'totpEnrollmentInfo');
    const user = await this.mayEnroll(body, ask, totp ? 'totp' : 'phone');
    if (totp) return { totpSessionInfo: this.apps.start(user.localId) };
    this.texts.count(text(within(body, 'phoneEnrollmentInfo') ?? {}, 'phoneNumber'));
    const answer = await ask(body);
    this.texts.add(text(within(answer, 'phoneSessionInfo') ?? {}, 'sessionInfo'), `enroll ${user.localId}`);
    return answer;
  }

  async finishEnrollment(body: Json, ask: Ask): Promise<Json> {
    const totp = within(body, 'totpVerificationInfo');
    const user = await this.mayEnroll(body, ask, totp ? 'totp' : 'phone');
    const provider = providerOf(text(body, 'idToken'));
    if (totp) {
      const mfaEnrollmentId = crypto.randomUUID();
      this.apps.finish(user.localId, totp, mfaEnrollmentId);
      const displayName = body['displayName'];
      const factor: Enrollment = {
        mfaEnrollmentId,
        enrolledAt: new Date().toISOString(),
        totpInfo: {},
        ...(typeof displayName === 'string' && { displayName }),
      };
      this.part.state().updateUserByLocalId(user.localId, { mfaInfo: [...(user.mfaInfo ?? []), factor] });
    } else {
      this.texts.check(
        text(within(body, 'phoneVerificationInfo') ?? {}, 'sessionInfo'),
        `enroll ${user.localId}`,
      );
      await ask(body);
    }
    return this.enrolled(user.localId, provider, totp ? { totpAuthInfo: {} } : { phoneAuthInfo: {} });
  }

  async startSignIn(body: Json, ask: Ask): Promise<Json> {
    const id = text(body, 'mfaPendingCredential');
    const answer = await ask({ ...body, mfaPendingCredential: this.pending.get(id).inner });
    this.texts.add(text(within(answer, 'phoneResponseInfo') ?? {}, 'sessionInfo'), id);
    return answer;
  }

  async finishSignIn(body: Json, ask: Ask): Promise<Json> {
    const id = text(body, 'mfaPendingCredential');
    const half = this.pending.get(id);
    const totp = within(body, 'totpVerificationInfo');
    if (!totp) {
      this.texts.check(text(within(body, 'phoneVerificationInfo') ?? {}, 'sessionInfo'), id);
      const answer = await ask({ ...body, mfaPendingCredential: half.inner });
      this.pending.end(id);
      return answer;
    }
    this.checkFactor('totp');
    const user = this.part.state().getUserByLocalId(half.localId);
    const factorId = text(body, 'mfaEnrollmentId');
    if (factorId === '') throw new Refusal('MISSING_MFA_ENROLLMENT_ID');
    const factor = user?.mfaInfo?.find((known) => known.mfaEnrollmentId === factorId && known.totpInfo);
    if (!user || !factor) throw new Refusal('MFA_ENROLLMENT_NOT_FOUND');
    if (user.disabled) throw new Refusal('USER_DISABLED');
    this.apps.prove(user.localId, factorId, totp);
    this.pending.end(id);
    this.part.state().updateUserByLocalId(user.localId, { lastLoginAt: String(Date.now()) });
    return this.part.issue(user, half.signInProvider, factor);
  }

  /** A session that was proved by another factor stays proved by it. */
  async withdraw(body: Json, ask: Ask): Promise<Json> {
    const answer = await ask(body);
    const idToken = text(body, 'idToken');
    const user = this.userOf(idToken);
    const proved = firebaseOf(idToken)['second_factor_identifier'];
    const factor = user.mfaInfo?.find((left) => left.mfaEnrollmentId === proved);
    return factor ? this.part.issue(user, providerOf(idToken), factor) : answer;
  }

  /** Purpose of a mail's code, added to the part's answer. */
  about(oobCode: string): Json {
    const revert = this.reverts.get(oobCode);
    return revert ? { mfaInfo: shown(revert.factor) } : {};
  }

  /** `null` for a code of another kind. */
  revert(oobCode: string): Json | null {
    const revert = this.reverts.get(oobCode);
    if (!revert) return null;
    const { localId, email, factor } = revert;
    const state = this.part.state();
    this.reverts.delete(oobCode);
    state.deleteOobCode(oobCode);
    const left = (state.getUserByLocalId(localId)?.mfaInfo ?? []).filter(
      (known) => known.mfaEnrollmentId !== factor.mfaEnrollmentId,
    );
    state.updateUserByLocalId(localId, { mfaInfo: left, ...endingSessions() });
    return { localId, email };
  }

  private async mayEnroll(body: Json, ask: Ask, kind: 'totp' | 'phone'): Promise<PartUser> {
    this.checkFactor(kind);
    const idToken = text(body, 'idToken');
    // The part checks the token, the first factor and the address before it reports the missing factor.
    const refused = await ask({ idToken }).then(
      () => '',
      (error: unknown) => (error instanceof Refusal ? error.message : Promise.reject(error as Error)),
    );
    if (!/Missing phone(Enrollment|Verification)Info/.test(refused)) throw new Refusal(refused);
    checkRecent(idToken);
    const user = this.userOf(idToken);
    if ((user.mfaInfo ?? []).length >= this.project.maxSecondFactors)
      throw new Refusal('SECOND_FACTOR_LIMIT_EXCEEDED');
    return user;
  }

  /** Ends every other session, sends a mail, and marks this session as proved by the newest factor. */
  private async enrolled(localId: string, provider: string, about: Json): Promise<Json> {
    const state = this.part.state();
    const user = state.updateUserByLocalId(localId, endingSessions());
    const factor = user.mfaInfo?.at(-1);
    if (!factor) throw new Error('The factor was not kept.');
    if (user.email !== undefined) {
      const { oobCode } = state.createOob(user.email, undefined, added, (code) =>
        this.part.link('revertSecondFactorAddition', code),
      );
      this.reverts.set(oobCode, { localId, email: user.email, factor });
    }
    return { ...(await this.part.issue(user, provider, factor)), ...about };
  }

  private userOf(idToken: string): PartUser {
    const user = this.part.state().getUserByLocalId(String(claimsOf(idToken)?.['user_id']));
    if (!user) throw new Refusal('USER_NOT_FOUND');
    return user;
  }

  private checkFactor(kind: 'totp' | 'phone'): void {
    try {
      this.project.checkFactor(kind);
    } catch {
      throw new Refusal(`OPERATION_NOT_ALLOWED : ${kind} based MFA not enabled.`);
    }
  }
}

/** Factor as in sign-ins and mails: without the number. */
export const shown = ({ unobfuscatedPhoneInfo, ...factor }: Enrollment): Enrollment => ({
  ...factor,
  ...(unobfuscatedPhoneInfo !== undefined && {
    phoneInfo: unobfuscatedPhoneInfo.slice(0, -4).replaceAll(/\d/g, '*') + unobfuscatedPhoneInfo.slice(-4),
  }),
});

export const secondFactor = (factor: Enrollment) => ({
  identifier: factor.mfaEnrollmentId,
  provider: kindOf(factor),
});

const endingSessions = (): Json => ({ validSince: String(Math.floor(Date.now() / 1000)) });

const firebaseOf = (idToken: string): Json => within(claimsOf(idToken) ?? {}, 'firebase') ?? {};
const providerOf = (idToken: string): string => text(firebaseOf(idToken), 'sign_in_provider');
