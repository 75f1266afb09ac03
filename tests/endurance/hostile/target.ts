/** Servers that `npm run hostile` attacks: how each is started and reached, and what its messages look like. */
import type { Backend } from '#ports/backend.ts';
import type { DemoKeys } from '#demo/team/sender-keys.ts';
import type { DeskProgram } from '../../app/desk/process.ts';

/** Message of a client, before it is written as a text. */
export type SentMessage = Readonly<Record<string, unknown>>;

export interface HostileTarget {
  readonly program: DeskProgram;
  /** Makes the demonstration's team in a folder, and returns the keys of its senders; `null`: the program does, and prints them. */
  prepare(folder: string): Promise<DemoKeys | null>;
  member(url: URL, onSend?: (message: SentMessage) => void): Backend;
  /** Secret by which a connection of the client is signed in. */
  secretOf(member: Backend): Promise<string | null>;
  /** Address of the websocket. */
  channel(url: URL): URL;
  /** Paths of the server's own, for odd requests. */
  readonly paths: readonly string[];
  /** Whether it asks for something: a call, or a stream. */
  isRequest(message: SentMessage): boolean;
  command(name: string, input: object): SentMessage;
  /** Fields of a request: its argument, and names of what is asked for. */
  readonly payloadField: string;
  readonly nameFields: readonly string[];
  /** Types of messages that end a request. */
  readonly endings: readonly [string, ...string[]];
  hello(clientId: string, token: string | null): SentMessage;
  /** Changes who is signed in. */
  identify(token: unknown): SentMessage;
  textOf(message: unknown): string;
  /** Milliseconds from the later of the accepted alert and the ready server until the page is there. */
  readonly pageMs: number;
  /** Whether a line of the log is no failure. */
  isRoutine(line: string): boolean;
  /** Error that the server contained, as a line for the report. */
  errorIn(line: string): string | null;
}
