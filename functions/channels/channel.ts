/**
 * A channel: one kind of way to reach people. The paging engine decides who is asked and when; a channel says whether it reaches a person,
 * sends, and settles. No other code knows devices, addresses or webhooks. Channels use no unit of work of their own: its effects send by them.
 */
import type { ChannelId } from '#domain/channel/schema.ts';
import type { ChannelWay } from '#domain/channel/way.ts';
import type { ReceiptWay } from '#domain/channel/state.ts';
import type { Notice } from '#domain/notice/schema.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { DocumentReads, DocumentWork } from '../kernel/documents.ts';
import type { CommitEffect } from '../kernel/effects.ts';

/** A way with what its channel needs to send to it. */
export interface ReachedWay extends ChannelWay {
  readonly teamId: string;
  readonly userId: string;
  /** Null: it takes no messages. May be a secret: in no document, log or answer. */
  readonly address: string | null;
  /** Whether it takes messages that ask for no answer, such as notices, after the commit (else by `queueMessage`, or none). */
  readonly takesNotices: boolean;
  /** Whether a later message can replace one about a page. */
  readonly replaces: boolean;
}

export type Addressee = Pick<ReachedWay, 'teamId' | 'userId' | 'to'> & { readonly address: string };

/** Message to one person, the same on every channel: each leaves out what it has no use for. `link`: below the address of this Muster. */
export type ChannelMessage = OutgoingPush;

/** Transaction that a message belongs to. */
export interface MessageWork extends DocumentWork {
  newId(): string;
  afterCommit(effect: CommitEffect): void;
}

/** The page that a message asks to answer. */
export interface AskedPage {
  readonly page: Page;
  readonly delivery: Delivery;
  /** Gives the right to answer the page as the delivery's person (`POST /in/answer`). */
  readonly ticket: string;
  /** Time after which the page has moved on. */
  readonly expiresAt: number;
}

/** `unreached`: its service can't be reached now, and it is sent again. `failure`: a sentence for a person, without a secret. */
export type SendOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unreached'; readonly failure: string }
  /** `gone`: the service knows the address no more. */
  | { readonly kind: 'failed'; readonly failure: string; readonly gone?: boolean };

/** `shown`: the way in which it showed the page; null: its person acknowledged a drill of it. */
export interface TargetProof {
  readonly shown: ReceiptWay | null;
  readonly isDrill: boolean;
}

/** `isDisabled`: nothing more is sent to the target. */
export interface ChannelTrouble {
  readonly label: string;
  /** Sentence of the failure. */
  readonly problem: string;
  readonly isDisabled: boolean;
}

export interface NotificationChannel {
  readonly id: ChannelId;
  /** Whether its services may take seconds to answer: each message to them is sent by a task of its own, so that nobody waits for it. */
  readonly isSlow: boolean;
  /** Whether it takes messages without a notification, which settle those before: of an answered page, of a withdrawn notice. */
  readonly settles: boolean;
  /** Failure of a delivery to a target that takes no messages any more, for its person. */
  readonly takesNone: string;
  /** All ways to a person, those that take no messages included. */
  reachOf(reads: DocumentReads, teamId: string, userId: string): Promise<readonly ReachedWay[]>;
  /** At most so many ways to all people of a team, those that take no messages included. */
  reachOfTeam(
    reads: Pick<DocumentReads, 'find'>,
    teamId: string,
    most: number,
  ): Promise<readonly ReachedWay[]>;
  /** Way of the target at a path (`stored` null: the target was removed). Null: no way; undefined: the path is no target of the channel. */
  wayStoredAt(path: string, stored: object | null): ReachedWay | null | undefined;
  /** The target as it is now; null: there is none. */
  lookUp(reads: DocumentReads, teamId: string, target: string): Promise<ReachedWay | null>;
  /** `about` null: the message asks for no answer. @throws an error that is no PortError for a mistake in the code */
  send(
    server: ServerPorts,
    to: Addressee,
    message: ChannelMessage,
    about: AskedPage | null,
  ): Promise<SendOutcome>;
  /** Replaces the message about a page by a sentence on what became of it. Null: the channel has no way that `replaces`. */
  readonly sendOutcome:
    | ((server: ServerPorts, to: Addressee, page: Page, sentence: string) => Promise<void>)
    | null;
  /**
   * Stores a message that asks for no answer with the transaction, if its person takes messages of its kind by the channel, so that none is lost
   * after the commit. `notice` null: it is stored as no notice. Null: the channel sends such messages after the commit, at most once.
   */
  readonly queueMessage:
    | ((
        work: MessageWork,
        to: Addressee,
        message: ChannelMessage,
        notice: Pick<Notice, 'id' | 'content'> | null,
      ) => Promise<void>)
    | null;
  /** Records that the target showed a page, or that its person answered a drill of it. */
  prove(work: DocumentWork, teamId: string, target: string, proof: TargetProof): Promise<void>;
  /**
   * Records what became of a message of a page: of a slow channel every outcome, of any other that the service knows the address no more.
   * Returns what its person is to be told; null: nothing new.
   */
  record(work: DocumentWork, addressee: Addressee, outcome: SendOutcome): Promise<ChannelTrouble | null>;
  /** The person is no member any more: nothing more is sent to them. */
  leave(work: DocumentWork, teamId: string, userId: string): Promise<void>;
  /** A document of a deleted team is about to be erased, whatever it is; safe to run again. */
  erased(server: ServerPorts, document: DocSnapshot): Promise<void>;
  /** The person has signed out everywhere. */
  signOut(work: DocumentWork, teamId: string, userId: string): Promise<void>;
}
