/** Kind of queued mail: its text, and what its outcome changes. */
import type { QueuedMail, QueuedMailContent } from '#domain/mail/queued-mail.ts';
import type { OutgoingMail } from '#ports/server/mail.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export type QueuedMailOf<K extends QueuedMailContent['kind']> = QueuedMail & {
  readonly content: Extract<QueuedMailContent, { readonly kind: K }>;
};

/** `problem`: a sentence for a person. `gone`: the server takes no mail for the address. */
export interface MailFailure {
  readonly problem: string;
  readonly gone: boolean;
}

export interface MailKind<K extends QueuedMailContent['kind']> {
  /** Null: the mail is no longer of use. `origin`: web address of this Muster, without a slash at its end. */
  write(work: UnitOfWork, queued: QueuedMailOf<K>, origin: string): Promise<OutgoingMail | null>;
  /** `failure` null: the mail server has accepted it. */
  settled(work: UnitOfWork, queued: QueuedMailOf<K>, failure: MailFailure | null): Promise<void>;
}
