/** Codes that prove a person has an address or a telephone: made, sent to the outbox, and used once. */
import type { ActionCode } from '#ports/auth/auth.ts';
import type { InboxMessage } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { Random } from '../random.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long a link from an email works. */
const linkLifeMs: Record<ActionCode['operation'], number> = {
  'verify-email': 72 * hour,
  'verify-and-change-email': 72 * hour,
  'recover-email': 720 * hour,
  'reset-password': hour,
  'sign-in': 6 * hour,
};

const modes: Record<ActionCode['operation'], string> = {
  'verify-email': 'verifyEmail',
  'verify-and-change-email': 'verifyAndChangeEmail',
  'recover-email': 'recoverEmail',
  'reset-password': 'resetPassword',
  'sign-in': 'signIn',
};

const subjects: Record<ActionCode['operation'], string> = {
  'verify-email': 'Confirm your email address',
  'verify-and-change-email': 'Confirm your new email address',
  'recover-email': 'Your email address was changed',
  'reset-password': 'Reset your password',
  'sign-in': 'Your sign-in link',
};

/** How long a code from a text message works, and how many may be sent to one number in an hour. */
const smsLifeMs = 10 * minute;
const smsPerHour = 10;

export interface EmailCode extends ActionCode {
  readonly code: string;
  /** `null` for a sign-in link, which needs no account. */
  readonly uid: string | null;
  readonly expiresAt: number;
}

export interface PhoneCode {
  readonly verificationId: string;
  readonly phoneNumber: string;
  readonly code: string;
  readonly expiresAt: number;
  /** What it was sent for: a sign-in, an enrolment of a person, or an answer to a challenge. */
  readonly purpose: string;
}

export interface CodesData {
  readonly emails: readonly EmailCode[];
  readonly phones: readonly PhoneCode[];
  /** Oldest first. */
  readonly messages: readonly InboxMessage[];
}

interface Delivery {
  readonly continueUrl: string | null;
  readonly language: string | null;
  readonly origin: string;
}

export class Codes {
  private emails = new Map<string, EmailCode>();
  private phones = new Map<string, PhoneCode>();
  private messages: InboxMessage[] = [];
  private readonly now: () => number;
  private readonly random: () => Random;

  constructor(now: () => number, random: () => Random) {
    this.now = now;
    this.random = random;
  }

  sendEmail(action: ActionCode & { readonly uid: string | null }, to: string, delivery: Delivery): void {
    const code = this.random().id(32);
    const { operation } = action;
    this.emails.set(code, { ...action, code, expiresAt: this.now() + linkLifeMs[operation] });
    const link = actionLink(operation, code, delivery);
    this.send('email', to, subjects[operation], `${subjects[operation]}: ${link}`, link);
  }

  /** What a code is for. @throws auth/invalid-action-code, auth/expired-action-code */
  email(code: string, ...operations: readonly ActionCode['operation'][]): EmailCode {
    const found = this.emails.get(code);
    if (!found || (operations.length > 0 && !operations.includes(found.operation)))
      throw new PortError('auth/invalid-action-code', 'This link was used already, or is not complete.');
    if (found.expiresAt <= this.now())
      throw new PortError('auth/expired-action-code', 'This link has expired. Ask for a new one.');
    return found;
  }

  useEmail(code: string): void {
    this.emails.delete(code);
  }

  /** @throws auth/too-many-requests */
  sendSms(phoneNumber: string, purpose: string): string {
    const since = this.now() - hour;
    const recent = this.messages.filter(
      ({ channel, to, sentAt }) => channel === 'sms' && to === phoneNumber && sentAt > since,
    );
    if (recent.length >= smsPerHour)
      throw new PortError('auth/too-many-requests', 'Too many codes were sent to this number. Wait an hour.');
    const verificationId = this.random().id(32);
    const code = String(this.random().integer(1_000_000)).padStart(6, '0');
    this.phones.set(verificationId, {
      verificationId,
      phoneNumber,
      code,
      purpose,
      expiresAt: this.now() + smsLifeMs,
    });
    this.send('sms', phoneNumber, 'Your code', `${code} is your code.`, code);
    return verificationId;
  }

  /** The number that the code was sent to; uses it up. @throws auth/invalid-verification-code, auth/code-expired */
  useSms(verificationId: string, code: string, purpose: string): string {
    const found = this.phones.get(verificationId);
    if (found && found.expiresAt <= this.now())
      throw new PortError('auth/code-expired', 'This code has expired. Ask for a new one.');
    if (!found || found.code !== code || found.purpose !== purpose)
      throw new PortError('auth/invalid-verification-code', 'That is not the code that was sent.');
    this.phones.delete(verificationId);
    return found.phoneNumber;
  }

  /** Newest first. */
  inbox(): readonly InboxMessage[] {
    return this.messages.toReversed();
  }

  snapshot(): CodesData {
    return {
      emails: [...this.emails.values()],
      phones: [...this.phones.values()],
      messages: [...this.messages],
    };
  }

  restore(data: CodesData): void {
    this.emails = new Map(data.emails.map((code) => [code.code, code]));
    this.phones = new Map(data.phones.map((code) => [code.verificationId, code]));
    this.messages = [...data.messages];
  }

  private send(
    channel: InboxMessage['channel'],
    to: string,
    subject: string,
    body: string,
    action: string,
  ): void {
    this.messages.push({ id: this.random().id(), channel, to, subject, body, action, sentAt: this.now() });
  }
}

/** A sign-in link leads straight to the page that asked for it; the others to the page that uses them. */
function actionLink(operation: ActionCode['operation'], code: string, delivery: Delivery): string {
  const { origin, continueUrl, language } = delivery;
  const direct = operation === 'sign-in' && continueUrl !== null && continueUrl.startsWith(`${origin}/`);
  const link = new URL(direct ? continueUrl : `${origin}/signin`);
  link.searchParams.set('mode', modes[operation]);
  link.searchParams.set('oobCode', code);
  if (continueUrl !== null && !direct) link.searchParams.set('continueUrl', continueUrl);
  if (language !== null) link.searchParams.set('lang', language);
  return link.href;
}
