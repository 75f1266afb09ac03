/** Text messages with a code, behind the SDK's proof that a person asks for them. */
import {
  type Auth as SdkAuth,
  PhoneAuthProvider,
  type PhoneInfoOptions,
  RecaptchaVerifier,
} from 'firebase/auth';
import type { PhoneChallenge } from '#ports/auth/auth.ts';

/** As people write numbers, without what only helps to read them. */
export const plainNumber = (phoneNumber: string): string => phoneNumber.replaceAll(/[\s().-]/g, '');

/** A verifier is good for one message, and leaves what it drew behind unless it is cleared. */
export async function sendCode(
  sdk: SdkAuth,
  to: PhoneInfoOptions | string,
  challenge?: PhoneChallenge,
): Promise<{ readonly verificationId: string }> {
  const host = challenge ? document.getElementById(challenge.containerId) : null;
  const container = document.createElement('div');
  (host ?? document.body).append(container);
  const verifier = new RecaptchaVerifier(sdk, container, { size: 'invisible' });
  try {
    return { verificationId: await new PhoneAuthProvider(sdk).verifyPhoneNumber(to, verifier) };
  } finally {
    verifier.clear();
    container.remove();
  }
}
