/** A browser's end of the connection to the server, over one channel at a time: a lost one is replaced after a back-off. */
import { isPortError, PortError } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import { Backoff, connectionBackoff, mayPass } from '#provider-kit/backoff.ts';
import { errorFrom } from '#provider-kit/error-data.ts';
import { guardListener, runEach } from '#provider-kit/guard-listener.ts';
import { CurrentSignal } from '#sync/signal.ts';
import type { Connection } from '#sync/transport.ts';
import type { TextChannel } from '../wire/channel.ts';
import {
  type ClientMessage,
  messageText,
  type ServerMessage,
  serverMessageOf,
  silentMs,
} from '../wire/messages.ts';
import type { Wire, WireCallSettings, WireObserver, WireOptions, WireReplyReceiver } from './wire.ts';

interface CallUnderWay extends WireReplyReceiver {
  part(part: unknown): void;
}

interface StandingStream {
  readonly name: string;
  readonly input: unknown;
  readonly observer: WireObserver;
  readonly backoff: Backoff;
  /** Number on the connection; `null` while it is not open. */
  id: number | null;
  wasOpen: boolean;
}

export const openWire = (options: WireOptions): Wire => new SocketWire(options);

class SocketWire implements Wire {
  readonly connection: CurrentSignal<Connection>;
  private readonly options: WireOptions;
  private readonly backoff: Backoff;
  private channel: TextChannel | null = null;
  private network: boolean;
  private closed = false;
  private ready: boolean;
  private lastId = 0;
  private readonly calls = new Map<number, CallUnderWay>();
  private readonly hellos = new Map<number, string | null>();
  private readonly streams = new Set<StandingStream>();
  private readonly opened = new Map<number, StandingStream>();
  private heardAt = 0;
  private cancelWatch = () => {};

  constructor(options: WireOptions) {
    this.options = options;
    this.network = options.online ?? true;
    this.connection = new CurrentSignal<Connection>(this.network ? 'connecting' : 'offline');
    this.backoff = new Backoff(options.clock, options.random.fork('connection'), connectionBackoff);
    this.ready = options.ready === undefined;
    void options.ready?.finally(() => {
      this.ready = true;
      if (this.network && !this.channel) this.connect();
    });
    if (this.network) this.connect();
  }

  async call(method: string, input: unknown, { signal, part }: WireCallSettings = {}): Promise<unknown> {
    if (signal?.aborted) throw cancelled();
    if (this.connection.current() === 'connecting') await this.settled(signal);
    return new Promise((resolve, reject) => {
      const id = this.start(method, input, {
        done(output) {
          settle();
          resolve(output);
        },
        failed(error) {
          settle();
          reject(error);
        },
        part: (event) => part?.(event),
      });
      const abort = () => {
        if (id === null || !this.calls.delete(id)) return;
        this.send({ type: 'cancel', id });
        reject(cancelled());
      };
      const settle = () => signal?.removeEventListener('abort', abort);
      if (id === null) reject(unavailable());
      else signal?.addEventListener('abort', abort);
    });
  }

  ask(method: string, input: unknown, answer: WireReplyReceiver): void {
    const id = this.start(method, input, {
      done: (output) => answer.done(output),
      failed: (error) => answer.failed(error),
      part: () => {},
    });
    if (id === null) answer.failed(unavailable());
  }

  open(name: string, input: unknown, observer: WireObserver): Unsubscribe {
    const { clock, random } = this.options;
    const backoff = new Backoff(clock, random.fork(`stream/${name}`), connectionBackoff);
    const stream: StandingStream = { name, input, observer, backoff, id: null, wasOpen: false };
    this.streams.add(stream);
    if (this.connection.current() === 'online') this.openStream(stream);
    return () => {
      if (!this.streams.delete(stream)) return;
      backoff.cancel();
      if (stream.id === null) return;
      this.opened.delete(stream.id);
      this.send({ type: 'close', id: stream.id });
    };
  }

  greet(): void {
    if (!this.channel) return;
    const session = this.options.session();
    const id = ++this.lastId;
    this.hellos.set(id, session);
    this.send({ type: 'hello', id, session });
    if (this.connection.current() === 'online') this.reopenStreams();
  }

  setNetwork(on: boolean): void {
    if (on === this.network || this.closed) return;
    this.network = on;
    this.backoff.reset();
    if (on) this.connect();
    else this.lost();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.network = false;
    this.backoff.cancel();
    for (const { backoff } of this.streams) backoff.cancel();
    this.streams.clear();
    this.lost();
  }

  /** Its number; `null` without a connection. */
  private start(method: string, input: unknown, call: CallUnderWay): number | null {
    if (!this.channel || this.connection.current() !== 'online') return null;
    const id = ++this.lastId;
    this.calls.set(id, call);
    this.send({ type: 'call', id, method, input });
    return id;
  }

  private connect(): void {
    const { connect, clock } = this.options;
    this.backoff.cancel();
    this.connection.set('connecting');
    if (!this.ready) return;
    const channel = connect();
    this.channel = channel;
    this.heardAt = clock.now();
    channel.onClose(() => {
      if (channel === this.channel) this.lost();
    });
    channel.onText(
      guardListener(
        (text: string) => {
          if (channel === this.channel) this.hear(serverMessageOf(text));
        },
        () => {
          if (channel === this.channel) this.lost();
        },
      ),
    );
    this.watchSilence();
    this.greet();
  }

  private hear(message: ServerMessage): void {
    this.heardAt = this.options.clock.now();
    if (message.type === 'beat') return;
    const { id } = message;
    if (message.type === 'event') {
      const stream = this.opened.get(id);
      stream?.backoff.calm();
      if (stream) stream.observer.next(message.event);
      else this.calls.get(id)?.part(message.event);
      return;
    }
    const error = message.type === 'failed' ? errorFrom(message.error) : null;
    if (this.hellos.has(id)) return this.greeted(id, error);
    const call = this.calls.get(id);
    if (call) {
      this.calls.delete(id);
      if (message.type === 'answer') call.done(message.output);
      else call.failed(errorFrom(message.error));
      return;
    }
    const stream = this.opened.get(id);
    if (stream && error) this.streamFailed(stream, id, error);
  }

  private greeted(id: number, error: PortError | null): void {
    const session = this.hellos.get(id) ?? null;
    this.hellos.delete(id);
    const isOver = isPortError(error, 'unauthenticated');
    if (error && !isOver) return this.lost();
    this.backoff.calm();
    if (this.connection.current() !== 'online') {
      this.connection.set('online');
      for (const stream of [...this.streams]) if (stream.id === null) this.openStream(stream);
    }
    if (isOver && session !== null) this.options.sessionOver(session);
  }

  private openStream(stream: StandingStream): void {
    stream.backoff.cancel();
    const id = ++this.lastId;
    stream.id = id;
    this.opened.set(id, stream);
    this.send({ type: 'open', id, stream: stream.name, input: stream.input });
    if (stream.wasOpen) stream.observer.reopened?.();
    stream.wasOpen = true;
  }

  private reopenStreams(): void {
    for (const stream of [...this.streams]) {
      if (stream.id !== null) {
        this.opened.delete(stream.id);
        this.send({ type: 'close', id: stream.id });
      }
      this.openStream(stream);
    }
  }

  private streamFailed(stream: StandingStream, id: number, error: PortError): void {
    this.opened.delete(id);
    stream.id = null;
    if (isPortError(error, 'unauthenticated')) {
      // Ended session. The connection is opened again with the next session.
      const session = this.options.session();
      if (session !== null) this.options.sessionOver(session);
      return;
    }
    if (mayPass(error))
      return stream.backoff.schedule(() => {
        if (this.connection.current() === 'online' && this.streams.has(stream)) this.openStream(stream);
      });
    this.streams.delete(stream);
    stream.observer.failed(error);
  }

  private lost(): void {
    const { channel } = this;
    this.channel = null;
    this.cancelWatch();
    channel?.close();
    this.hellos.clear();
    this.opened.clear();
    for (const stream of this.streams) {
      stream.id = null;
      stream.backoff.cancel();
    }
    const calls = [...this.calls.values()];
    this.calls.clear();
    this.connection.set('offline');
    runEach(calls, (call) => call.failed(unavailable()));
    if (this.network && !this.channel) this.backoff.schedule(() => this.connect());
  }

  private watchSilence(): void {
    const { clock } = this.options;
    const left = this.heardAt + silentMs - clock.now();
    if (left <= 0) return this.lost();
    this.cancelWatch = clock.setTimer(
      guardListener(() => this.watchSilence()),
      left,
    );
  }

  /** Resolves once the connection is made, or can't be. */
  private settled(signal: CancelSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        stop();
        reject(cancelled());
      };
      const stop = this.connection.onChange(() => {
        stop();
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort);
    });
  }

  private send(message: ClientMessage): void {
    this.channel?.send(messageText(message));
  }
}

const unavailable = () => new PortError('unavailable', 'There is no connection to the server.');
const cancelled = () => new PortError('cancelled', 'The call was cancelled.');
