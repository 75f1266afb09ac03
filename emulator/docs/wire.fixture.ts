/** A client that speaks the protocol itself, to say what no SDK says. */
import { credentials, makeClientConstructor, Metadata } from '@grpc/grpc-js';
import { onTestFinished } from 'vitest';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import { startEmulator } from '../emulator.ts';
import { believedCaller } from '../token.ts';
import type { WireTime, WireValue, WireWrite } from './messages.ts';
import { documentsDefinition } from './protos.ts';

const database = 'projects/p/databases/(default)';
export const docName = (path: string) => `${database}/documents/${path}`;
export const docsRoot = `${database}/documents`;

export interface WireDoc {
  readonly name: string;
  readonly fields?: Readonly<Record<string, WireValue>>;
  readonly updateTime: WireTime;
}

interface CommitReply {
  readonly writeResults: readonly {
    readonly updateTime?: WireTime;
    readonly transformResults?: readonly WireValue[];
  }[];
  readonly commitTime: WireTime;
}

export interface TargetChangeMessage {
  readonly targetChangeType?: string;
  readonly targetIds?: readonly number[];
  readonly cause?: { readonly code: number };
  readonly readTime?: WireTime;
  readonly resumeToken?: Uint8Array;
}

export interface ListenReply {
  readonly targetChange?: TargetChangeMessage;
  readonly documentChange?: {
    readonly document: WireDoc;
    readonly targetIds?: readonly number[];
    readonly removedTargetIds?: readonly number[];
  };
  readonly documentDelete?: { readonly document: string };
  readonly documentRemove?: { readonly document: string };
  readonly filter?: { readonly targetId: number; readonly count: number };
}

type Answer = (error: Refusal | null, value: unknown) => void;
interface Stream {
  on(event: 'data', next: (message: never) => void): this;
  on(event: 'error', next: (error: Refusal) => void): this;
  on(event: 'end', next: () => void): this;
  write(message: object): void;
  end(): void;
  cancel(): void;
}
interface Methods {
  Commit(message: object, metadata: Metadata, answer: Answer): void;
  BeginTransaction(message: object, metadata: Metadata, answer: Answer): void;
  Rollback(message: object, metadata: Metadata, answer: Answer): void;
  BatchGetDocuments(message: object, metadata: Metadata): Stream;
  RunQuery(message: object, metadata: Metadata): Stream;
  RunAggregationQuery(message: object, metadata: Metadata): Stream;
  Listen(metadata: Metadata): Stream;
  Write(metadata: Metadata): Stream;
  close(): void;
}

/** Ends with the test. `token`: what the caller shows. */
export async function speak(options: CloudOptions = {}, token: string | null = null) {
  const clock = new RunningClock({ now: Date.now, setTimeout, clearTimeout });
  const cloud = new FakeCloud({ clock, believe: believedCaller, ...options });
  const emulator = await startEmulator({ cloud });
  const Client = makeClientConstructor(documentsDefinition(), 'Firestore');
  const client = new Client(emulator.docs, credentials.createInsecure()) as unknown as Methods;
  onTestFinished(async () => {
    client.close();
    await emulator.close();
    cloud.dispose();
  });
  const headers = () => {
    const metadata = new Metadata();
    metadata.set('google-cloud-resource-prefix', database);
    if (token !== null) metadata.set('authorization', `Bearer ${token}`);
    return metadata;
  };
  const ask = <T>(method: 'Commit' | 'BeginTransaction' | 'Rollback', message: object) =>
    new Promise<T>((resolve, reject) => {
      client[method]({ database, ...message }, headers(), (error, value) =>
        error ? reject(new Refused(error)) : resolve(value as T),
      );
    });
  const stream = <T>(method: 'BatchGetDocuments' | 'RunQuery' | 'RunAggregationQuery', message: object) =>
    new Promise<readonly T[]>((resolve, reject) => {
      const replies: T[] = [];
      client[method](message, headers())
        .on('data', (reply) => void replies.push(reply))
        .on('error', (error) => reject(new Refused(error)))
        .on('end', () => resolve(replies));
    });
  return {
    cloud,
    commit: (...writes: readonly WireWrite[]) => ask<CommitReply>('Commit', { writes }),
    ask,
    stream,
    listen: () => new Listening(client.Listen(headers())),
    write: () => client.Write(headers()),
  };
}

interface Refusal {
  readonly code: number;
  readonly details?: string;
}

class Refused extends Error implements Refusal {
  readonly code: number;
  readonly details: string;
  constructor({ code, details = '' }: Refusal) {
    super(`Refused with ${code}: ${details}`);
    this.code = code;
    this.details = details;
  }
}

/** A stream of answers, waited for one by one. */
class Listening {
  private readonly call: Stream;
  private readonly replies: ListenReply[] = [];
  private wake: () => void = () => {};
  failed: Refusal | null = null;

  constructor(call: Stream) {
    this.call = call;
    call.on('data', (reply: ListenReply) => {
      this.replies.push(reply);
      this.wake();
    });
    call.on('error', (error) => {
      this.failed = error;
      this.wake();
    });
    onTestFinished(() => call.cancel());
  }

  send(message: object): void {
    this.call.write({ database, ...message });
  }

  /** Everything up to the first that is so, and that one. */
  async until(isLast: (reply: ListenReply) => boolean): Promise<readonly ListenReply[]> {
    for (;;) {
      const at = this.replies.findIndex(isLast);
      if (at >= 0) return this.replies.splice(0, at + 1);
      if (this.failed !== null) throw new Refused(this.failed);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** Up to where it may be shown. */
  moment = () => this.until(({ targetChange }) => targetChange?.targetChangeType === 'NO_CHANGE');
}
