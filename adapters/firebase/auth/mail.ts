/** Links in emails: sent, looked at, followed. */
import {
  type ActionCodeInfo,
  applyActionCode,
  type Auth as SdkAuth,
  checkActionCode,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import type { ActionCode, ActionLinkSettings } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { Session } from './session.ts';
import { enrolledFactor } from './user.ts';

const operations: Readonly<Record<ActionCodeInfo['operation'], ActionCode['operation']>> = {
  EMAIL_SIGNIN: 'sign-in',
  PASSWORD_RESET: 'reset-password',
  RECOVER_EMAIL: 'recover-email',
  REVERT_SECOND_FACTOR_ADDITION: 'revert-second-factor',
  VERIFY_AND_CHANGE_EMAIL: 'verify-and-change-email',
  VERIFY_EMAIL: 'verify-email',
};

const sdkSettings = (settings: ActionLinkSettings | undefined) =>
  settings && { url: settings.continueUrl, handleCodeInApp: false };

export const sendVerification = (session: Session, settings?: ActionLinkSettings) =>
  session.asPerson((user) => sendEmailVerification(user, sdkSettings(settings)));

export const sendEmailChange = (session: Session, email: string, settings?: ActionLinkSettings) =>
  session.asPerson((user) => verifyBeforeUpdateEmail(user, email, sdkSettings(settings)));

export const sendReset = (sdk: SdkAuth, email: string, settings?: ActionLinkSettings) =>
  sendPasswordResetEmail(sdk, email, sdkSettings(settings));

export const sendSignIn = (sdk: SdkAuth, email: string, { continueUrl }: ActionLinkSettings) =>
  sendSignInLinkToEmail(sdk, email, { url: continueUrl, handleCodeInApp: true });

export async function checkCode(sdk: SdkAuth, code: string): Promise<ActionCode> {
  const { operation, data } = await checkActionCode(sdk, code);
  const kind = operations[operation];
  return {
    operation: kind,
    // Some backends tell it; whoever follows a sign-in link has to say it.
    email: kind === 'sign-in' ? null : (data.email ?? null),
    previousEmail: data.previousEmail ?? null,
    factor: data.multiFactorInfo ? enrolledFactor(data.multiFactorInfo) : null,
  };
}

/** What becomes of a code that asks for more than to be followed, backends differ about; here it is refused. */
export async function follow(sdk: SdkAuth, code: string): Promise<void> {
  const { operation } = await checkCode(sdk, code);
  if (operation === 'reset-password' || operation === 'sign-in')
    throw new PortError('auth/invalid-action-code', 'This link is for something else.');
  await applyActionCode(sdk, code);
}
