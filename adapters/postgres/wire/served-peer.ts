/** Served connection of a browser: its messages in order, its calls and streams until it ends. */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { errorData } from '#provider-kit/error-data.ts';
import { guardListener, runEach } from '#provider-kit/guard-listener.ts';
import type { TextChannel } from './channel.ts';
import { beatMs, type ClientMessage, clientMessageOf, messageText, type ServerMessage } from './messages.ts';
import type { CallSettings, Peer, PeerSession, StreamObserver, WireCall, WireStream } from './peer.ts';

export interface ServedPeerOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** `null`: there is no such session, or it has ended. @throws PortError unavailable */
  readonly sessionOf: (secret: string) => Promise<PeerSession | null>;
  /** Gets errors that are no `PortError`. */
  readonly report: (error: unknown) => void;
}

/** Most calls and streams that one connection has at a time. */
const mostOpen = 2000;

interface OpenStream {
  end: Unsubscribe | null;
  over: boolean;
}

export class ServedPeer implements Peer {
  readonly id: string;
  readonly network: string | null;
  private readonly channel: TextChannel;
  private readonly options: ServedPeerOptions;
  private readonly calls: ReadonlyMap<string, WireCall>;
  private readonly streams: ReadonlyMap<string, WireStream>;
  private readonly ended: () => void;
  private current: PeerSession | null = null;
  private readonly callsUnderWay = new Map<number, { abort(): void }>();
  private readonly open = new Map<number, OpenStream>();
  private readonly closeListeners: (() => void)[] = [];
  private readonly identityListeners = new Set<() => void>();
  /** Messages that wait for a hello that is being checked. */
  private waiting: ClientMessage[] | null = null;
  private greeted = false;
  private isOver = false;
  private cancelBeat: () => void;

  constructor(
    channel: TextChannel,
    network: string | null,
    options: ServedPeerOptions,
    calls: ReadonlyMap<string, WireCall>,
    streams: ReadonlyMap<string, WireStream>,
    ended: () => void,
  ) {
    this.channel = channel;
    this.network = network;
    this.options = options;
    this.calls = calls;
    this.streams = streams;
    this.ended = ended;
    this.id = options.newId();
    this.cancelBeat = this.nextBeat();
    channel.onClose(() => this.finish());
    channel.onText(
      guardListener(
        (text: string) => this.read(text),
        () => this.end(),
      ),
    );
  }

  session(): PeerSession | null {
    return this.current;
  }

  caller(): Caller | null {
    return this.current?.caller ?? null;
  }

  endSession(): void {
    if (!this.current) return;
    const over = new PortError('unauthenticated', 'The session has ended.');
    for (const [id, stream] of [...this.open]) this.fail(id, stream, over);
    this.become(null);
  }

  changeCaller(caller: Caller): void {
    if (!this.current) return;
    this.current = { ...this.current, caller };
    runEach([...this.identityListeners], (listener) => listener());
  }

  onClose(run: () => void): void {
    if (this.isOver) run();
    else this.closeListeners.push(run);
  }

  onIdentity(run: () => void): Unsubscribe {
    const own = () => run();
    this.identityListeners.add(own);
    return () => this.identityListeners.delete(own);
  }

  end(): void {
    this.channel.close();
    this.finish();
  }

  private become(session: PeerSession | null): void {
    const isSame = this.current?.id === session?.id;
    this.current = session;
    if (isSame) return;
    // Streams of the earlier session. The browser opens them again.
    for (const [id, stream] of [...this.open]) this.endStream(id, stream);
    runEach([...this.identityListeners], (listener) => listener());
  }

  /** A malformed message ends the connection, without a log entry: anyone can send one. */
  private read(text: string): void {
    let message: ClientMessage;
    try {
      message = clientMessageOf(text);
    } catch {
      return this.end();
    }
    this.hear(message);
  }

  private hear(message: ClientMessage): void {
    if (this.isOver) return;
    if (this.waiting) {
      if (this.waiting.length >= mostOpen) return this.end();
      this.waiting.push(message);
      return;
    }
    if (!this.greeted && message.type !== 'hello') return this.end();
    switch (message.type) {
      case 'hello':
        return this.greet(message.id, message.session);
      case 'call':
        return this.startCall(message.id, message.method, message.input);
      case 'cancel':
        return this.callsUnderWay.get(message.id)?.abort();
      case 'open':
        return this.openStream(message.id, message.stream, message.input);
      case 'close':
        return this.closeStream(message.id);
    }
  }

  private greet(id: number, secret: string | null): void {
    this.waiting = [];
    const check = async () => {
      try {
        const session = secret === null ? null : await this.options.sessionOf(secret);
        this.become(session);
        if (secret !== null && !session) throw new PortError('unauthenticated', 'The session has ended.');
        this.greeted = true;
        this.send({ type: 'answer', id, output: this.current?.caller.uid ?? null });
      } catch (error) {
        // Invalid session: nobody is signed in. An unreachable database is not such an answer.
        this.become(null);
        if (error instanceof PortError && error.code === 'unauthenticated') this.greeted = true;
        this.refuse(id, error);
        if (!this.greeted) return this.end();
      }
      this.hearWaiting();
    };
    void check().catch((error: unknown) => {
      this.options.report(error);
      this.end();
    });
  }

  /** In order. Messages behind a `hello` wait for its check again. */
  private hearWaiting(): void {
    const messages = this.waiting ?? [];
    this.waiting = null;
    for (const message of messages) this.hear(message);
  }

  private startCall(id: number, method: string, input: unknown): void {
    if (this.isFull(id)) return this.end();
    const call = this.calls.get(method);
    if (!call) return this.refuse(id, new PortError('unimplemented', 'The server has no such method.'));
    const canceller = createCanceller();
    this.callsUnderWay.set(id, { abort: () => canceller.cancel() });
    const settings: CallSettings = {
      signal: canceller.signal,
      part: (event) => this.callsUnderWay.has(id) && this.send({ type: 'event', id, event }),
    };
    const run = async () => {
      try {
        const output = (await call(input, this, settings)) ?? null;
        this.callsUnderWay.delete(id);
        this.send({ type: 'answer', id, output });
      } catch (error) {
        this.callsUnderWay.delete(id);
        this.refuse(id, error);
      }
    };
    void run().catch((error: unknown) => {
      this.options.report(error);
      this.end();
    });
  }

  private openStream(id: number, name: string, input: unknown): void {
    if (this.isFull(id)) return this.end();
    const stream = this.streams.get(name);
    if (!stream) return this.refuse(id, new PortError('unimplemented', 'The server has no such stream.'));
    const opened: OpenStream = { end: null, over: false };
    this.open.set(id, opened);
    const observer: StreamObserver = {
      next: (event) => {
        if (!opened.over) this.send({ type: 'event', id, event });
      },
      failed: (error) => this.fail(id, opened, error),
    };
    const begin = async () => {
      try {
        const end = await stream(input, this, observer);
        if (opened.over) end();
        else opened.end = end;
      } catch (error) {
        this.fail(id, opened, error);
      }
    };
    void begin().catch((error: unknown) => {
      this.options.report(error);
      this.end();
    });
  }

  private fail(id: number, stream: OpenStream, error: unknown): void {
    if (stream.over) return;
    this.endStream(id, stream);
    this.refuse(id, error);
  }

  private closeStream(id: number): void {
    const stream = this.open.get(id);
    if (stream) this.endStream(id, stream);
  }

  private endStream(id: number, stream: OpenStream): void {
    stream.over = true;
    this.open.delete(id);
    if (stream.end) guardListener(stream.end)();
  }

  private isFull(id: number): boolean {
    return (
      this.open.has(id) || this.callsUnderWay.has(id) || this.open.size + this.callsUnderWay.size >= mostOpen
    );
  }

  private refuse(id: number, error: unknown): void {
    if (!(error instanceof PortError) || error.code === 'internal') this.options.report(error);
    const told =
      error instanceof PortError
        ? error
        : new PortError('internal', 'The server made a mistake. It has noted it.');
    this.send({ type: 'failed', id, error: errorData(told) });
  }

  private send(message: ServerMessage): void {
    if (!this.isOver) this.channel.send(messageText(message));
  }

  private nextBeat(): () => void {
    return this.options.clock.setTimer(
      guardListener(() => {
        this.cancelBeat = this.nextBeat();
        // A connection that breaks here cancels the next one.
        this.send({ type: 'beat' });
      }),
      beatMs,
    );
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.cancelBeat();
    runEach([...this.callsUnderWay.values()], (call) => call.abort());
    this.callsUnderWay.clear();
    for (const [id, stream] of [...this.open]) this.endStream(id, stream);
    runEach(this.closeListeners, (run) => run());
    this.ended();
  }
}
