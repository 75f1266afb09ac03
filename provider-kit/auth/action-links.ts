/** Links in emails that carry a code, and how long each is good. */
import type { ActionCode } from '#ports/auth/auth.ts';

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const URL: new (url: string) => {
  readonly href: string;
  readonly searchParams: { set(name: string, value: string): void };
};

const hour = 3_600_000;
const day = 24 * hour;

/** Validity of a link from an email. */
export const linkLifeMs: Record<ActionCode['operation'], number> = {
  'verify-email': 3 * day,
  'verify-and-change-email': 3 * day,
  'recover-email': 30 * day,
  'revert-second-factor': 30 * day,
  'reset-password': hour,
  'sign-in': 6 * hour,
};

const modes: Record<ActionCode['operation'], string> = {
  'verify-email': 'verifyEmail',
  'verify-and-change-email': 'verifyAndChangeEmail',
  'recover-email': 'recoverEmail',
  'revert-second-factor': 'revertSecondFactorAddition',
  'reset-password': 'resetPassword',
  'sign-in': 'signIn',
};

export interface CodeDelivery {
  readonly continueUrl: string | null;
  readonly language: string | null;
  readonly origin: string;
}

/** Target of a link: of a sign-in link the page that requested it; of the others the page that handles them. */
export function actionLink(operation: ActionCode['operation'], code: string, delivery: CodeDelivery): string {
  const { origin, continueUrl, language } = delivery;
  const direct = operation === 'sign-in' && continueUrl !== null && continueUrl.startsWith(`${origin}/`);
  const link = new URL(direct ? continueUrl : `${origin}/signin`);
  link.searchParams.set('mode', modes[operation]);
  link.searchParams.set('oobCode', code);
  if (continueUrl !== null && !direct) link.searchParams.set('continueUrl', continueUrl);
  if (language !== null) link.searchParams.set('lang', language);
  return link.href;
}
