/** Links in emails: where they lead, looked at, followed. */
import { type ActionCodeInfo, applyActionCode, type Auth as SdkAuth, checkActionCode } from 'firebase/auth';
import type { ActionCode, ActionLinkSettings } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { enrolledFactor } from './user.ts';

const operations: Readonly<Record<ActionCodeInfo['operation'], ActionCode['operation']>> = {
  EMAIL_SIGNIN: 'sign-in',
  PASSWORD_RESET: 'reset-password',
  RECOVER_EMAIL: 'recover-email',
  REVERT_SECOND_FACTOR_ADDITION: 'revert-second-factor',
  VERIFY_AND_CHANGE_EMAIL: 'verify-and-change-email',
  VERIFY_EMAIL: 'verify-email',
};

interface SdkLink {
  readonly url: string;
  readonly handleCodeInApp: boolean;
}

/**
 * The SDK's settings of a link. The backend says of an address that it can't read no more than that it may not lead there.
 * @throws auth/invalid-continue-uri
 */
export const sdkLink = (settings: ActionLinkSettings | undefined): SdkLink | undefined =>
  settings && sdkLinkTo(settings);

/** @throws PortError `auth/invalid-continue-uri` */
export function sdkLinkTo({ continueUrl: url }: ActionLinkSettings): SdkLink {
  if (!URL.canParse(url))
    throw new PortError('auth/invalid-continue-uri', 'A link can lead to an absolute address only.');
  return { url, handleCodeInApp: false };
}

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

/** Applies a code that needs nothing but its link. Backends differ for other codes; here they are rejected. */
export async function follow(sdk: SdkAuth, code: string): Promise<void> {
  const { operation } = await checkCode(sdk, code);
  if (operation === 'reset-password' || operation === 'sign-in')
    throw new PortError('auth/invalid-action-code', 'This link is for something else.');
  await applyActionCode(sdk, code);
}
