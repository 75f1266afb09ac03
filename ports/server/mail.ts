/** Mail of backend code to people. */

export interface OutgoingMail {
  /** A single address of at most 254 characters, without a display name. */
  readonly to: string;
  /** A single line of 1 to 200 characters, without control characters. */
  readonly subject: string;
  /** Plain text, at most 100,000 characters. */
  readonly text: string;
  /** The same as HTML, at most 200,000 characters. Default: plain text alone. */
  readonly html?: string;
  /** Name of this message in `Message-ID`, unique in the deployment: 1 to 100 letters, digits, `.`, `_` and `-`. Default: a random one. */
  readonly id?: string;
  /** `id` of the message that began the thread, in `In-Reply-To` and `References`; it need not have been sent. Default: no thread. */
  readonly thread?: string;
  /**
   * Address that ends such messages after one `POST` without a question (RFC 8058): `http` or `https`, at most 2,000 characters. For
   * messages that their reader can do without. Default: none.
   */
  readonly unsubscribeUrl?: string;
}

/** Why a message was not taken, in the details of the error: `{ reason }`. */
export const mailRefusals = {
  /** The message, or its address, is none that can be sent. */
  message: 'invalid-argument',
  /** The server takes no mail for this address. */
  recipient: 'not-found',
  /** The server does not accept this deployment's name, password or sender. */
  sender: 'permission-denied',
  /** There is no encrypted connection, where the configuration wants one. */
  encryption: 'failed-precondition',
  /** The server refuses it for good. */
  refused: 'failed-precondition',
  /** Not now: the server can't be reached, is slow, or asks to try later. */
  later: 'unavailable',
  /** Too many messages are under way. */
  busy: 'resource-exhausted',
} as const;

export type MailRefusal = keyof typeof mailRefusals;

/**
 * Delivery state of an accepted message. `queued`: nothing known yet. `accepted`: a server has accepted the message for
 * the recipient. `bounced`: the message was returned, or will not be sent.
 */
export type MailOutcome = 'queued' | 'accepted' | 'bounced';

export interface SentMail {
  /** `Message-ID` without its angle brackets. */
  readonly messageId: string;
  /** `queued`, where another service sends it. */
  readonly outcome: Exclude<MailOutcome, 'bounced'>;
  /** For `outcomeOf`; null where nothing more will be known. */
  readonly receipt: string | null;
}

export interface ServerMail {
  /**
   * Hands the message over, within 20 s. Neither message nor details of an error have an address or a password in them.
   * @throws the code of a reason in `mailRefusals`: a retryable one may be sent again, later
   */
  send(mail: OutgoingMail): Promise<SentMail>;
  /** Looks up the delivery state of a message later; null where the provider receives no reports. */
  readonly outcomeOf: ((receipt: string) => Promise<MailOutcome>) | null;
  /** Web address of the application, by which links in messages begin; without a slash at its end. */
  readonly origin: string;
}
