/** Codes that prove a person has an address or a telephone: made, sent to the outbox, and used once. */
import type { ActionCode } from '#ports/auth/auth.ts';
import type { InboxMessage } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import type { Random } from '#provider-kit/random.ts';
import { type Note, RecordMap } from '../records.ts';
import { actionLink, type CodeDelivery, linkLifeMs } from '#provider-kit/auth/action-links.ts';
import { mailFor, smsFor } from '#provider-kit/auth/messages.ts';
import type { ResolvedProject } from '#provider-kit/auth/project.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Number of sent messages kept, the newest, for tests that play their recipients, and for the limits on text messages. */
const mostMessages = 1000;
/** An expired code is known as one for so long. */
const expiredKnownMs = 7 * day;

/** Validity of a code from a text message; codes that may be sent to one number in an hour. */
const smsLifeMs = 10 * minute;
const smsPerHour = 10;

export interface EmailCode extends ActionCode {
  readonly email: string;
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
  /** Purpose of the code: a sign-in, an enrolment of a person, or an answer to a challenge. */
  readonly purpose: string;
}

export interface CodesData {
  readonly emails: readonly EmailCode[];
  readonly phones: readonly PhoneCode[];
  /** Oldest first. */
  readonly messages: readonly InboxMessage[];
}

export class Codes {
  readonly emails: RecordMap<EmailCode>;
  readonly phones: RecordMap<PhoneCode>;
  /** Messages by id, oldest first. */
  readonly messages: RecordMap<InboxMessage>;
  private readonly now: () => number;
  private readonly random: () => Random;
  private readonly project: ResolvedProject;

  private readonly sent: (message: InboxMessage) => void;

  /** `note` gets the keys of changed records: `email/…`, `phone/…`, `message/…`; `sent` gets each message. */
  constructor(
    now: () => number,
    random: () => Random,
    project: ResolvedProject,
    note: Note = () => {},
    sent: (message: InboxMessage) => void = () => {},
  ) {
    this.emails = new RecordMap((code) => note(`email/${code}`));
    this.phones = new RecordMap((id) => note(`phone/${id}`));
    this.messages = new RecordMap((id) => note(`message/${id}`));
    this.now = now;
    this.random = random;
    this.project = project;
    this.sent = sent;
  }

  sendEmail(action: Omit<EmailCode, 'code' | 'expiresAt'>, to: string, delivery: CodeDelivery): void {
    const code = this.random().id(32);
    const { operation } = action;
    this.emails.set(code, { ...action, code, expiresAt: this.now() + linkLifeMs[operation] });
    const link = actionLink(operation, code, delivery);
    this.send('email', to, mailFor(operation, link, delivery.language), link);
  }

  /** Purpose and account of a code. @throws auth/invalid-action-code, auth/expired-action-code */
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

  /** @throws auth/too-many-requests, auth/quota-exceeded */
  sendSms(phoneNumber: string, purpose: string, language: string | null): string {
    const known = valueOfOwnKey(this.project.testPhoneNumbers, phoneNumber);
    if (known === undefined) this.checkQuota(phoneNumber);
    const verificationId = this.random().id(32);
    const code = known ?? String(this.random().integer(1_000_000)).padStart(6, '0');
    const expiresAt = this.now() + smsLifeMs;
    this.phones.set(verificationId, { verificationId, phoneNumber, code, purpose, expiresAt });
    if (known === undefined)
      this.send('sms', phoneNumber, smsFor(code, this.project.appName, language), code);
    return verificationId;
  }

  /**
   * The number that the code was sent to; uses it up.
   * @throws auth/invalid-verification-id, auth/invalid-verification-code, auth/code-expired
   */
  useSms(verificationId: string, code: string, purpose: string): string {
    const found = this.phones.get(verificationId);
    if (!found || found.purpose !== purpose)
      throw new PortError('auth/invalid-verification-id', 'Nothing was sent that this could be the code of.');
    if (found.expiresAt <= this.now())
      throw new PortError('auth/code-expired', 'This code has expired. Ask for a new one.');
    if (found.code !== code)
      throw new PortError('auth/invalid-verification-code', 'That is not the code that was sent.');
    this.phones.delete(verificationId);
    return found.phoneNumber;
  }

  /** Newest first. */
  inbox(): readonly InboxMessage[] {
    return [...this.messages.values()].toReversed();
  }

  snapshot(): CodesData {
    return {
      emails: [...this.emails.values()],
      phones: [...this.phones.values()],
      messages: [...this.messages.values()],
    };
  }

  restore(data: CodesData): void {
    this.emails.replaceAll(data.emails.map((code) => [code.code, code]));
    this.phones.replaceAll(data.phones.map((code) => [code.verificationId, code]));
    this.messages.replaceAll(data.messages.map((message) => [message.id, message]));
  }

  private checkQuota(phoneNumber: string): void {
    const sent = (withinMs: number) =>
      [...this.messages.values()].filter(
        ({ channel, sentAt }) => channel === 'sms' && sentAt > this.now() - withinMs,
      );
    if (sent(hour).filter(({ to }) => to === phoneNumber).length >= smsPerHour)
      throw new PortError('auth/too-many-requests', 'Too many codes were sent to this number. Wait an hour.');
    if (sent(day).length >= this.project.smsPerDay)
      throw new PortError('auth/quota-exceeded', 'No more text messages can be sent today.');
  }

  /** Removes expired messages and codes. */
  private tidy(): void {
    const over = this.now() - expiredKnownMs;
    for (const codes of [this.emails, this.phones])
      for (const [key, { expiresAt }] of [...codes]) if (expiresAt <= over) codes.delete(key);
    const ids = [...this.messages.keys()];
    for (const id of ids.slice(0, Math.max(0, ids.length - mostMessages + 1))) this.messages.delete(id);
  }

  /** Returns the message's id. */
  send(
    channel: InboxMessage['channel'],
    to: string,
    message: Pick<InboxMessage, 'subject' | 'body'>,
    action: string,
  ): string {
    this.tidy();
    const id = this.random().id();
    const sent = { id, channel, to, ...message, action, sentAt: this.now() };
    this.messages.set(id, sent);
    this.sent(sent);
    return id;
  }
}
