/**
 * WebChannel: a browser's form of a stream. Its messages come in numbered requests; the server's go out in a long
 * response (or several in turn), each numbered, and are kept until the browser acknowledges them.
 */
import { PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { mostUnreadOfSocket } from '../bounds.ts';

/** The long answer that messages go out in. */
export interface BackChannel {
  write(text: string): void;
  end(): void;
}

export interface ChannelOptions {
  /** A message of the browser, in order and once. */
  message(message: unknown): void;
  /** Called once, when the client is gone. */
  end(): void;
  /** Milliseconds without an answer to write in after which the browser is taken for gone. */
  readonly silenceMs: number;
  /** Milliseconds after which an answer that says nothing ends, and the browser asks anew: it has six connections for all. */
  readonly holdMs: number;
}

/** `text`: number and content as JSON. */
interface Numbered {
  readonly id: number;
  readonly text: string;
}

const numbered = (id: number, content: readonly unknown[]): Numbered => ({
  id,
  text: JSON.stringify([id, content]),
});

export class WebChannel {
  readonly id: string;
  private readonly options: ChannelOptions;
  private kept: Numbered[];
  /** Characters of what is kept. */
  private keptSize = 0;
  private nextOut = 1;
  private nextIn = 0;
  private back: { readonly to: BackChannel; readonly isSingle: boolean } | null = null;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;
  /** No more is said; what is kept still goes out. */
  private closing = false;

  constructor(id: string, options: ChannelOptions) {
    this.id = id;
    this.options = options;
    // The first two numbers are the versions of server and protocol; the last is how often something is said at the least.
    this.kept = [numbered(0, ['c', id, '', 8, 14, 3 * options.holdMs])];
    this.watch();
  }

  /** The answer to the request that opened it. */
  greeting(): string {
    return chunk(this.kept.slice(0, 1));
  }

  /** The answer to a request that brought messages: is there an answer to write in, what was said last, and how much waits. */
  state(): string {
    return framed(JSON.stringify([this.back ? 1 : 0, this.nextOut - 1, 0]));
  }

  /** Receives messages; `first`: number of the first one. Known messages are skipped. @throws PortError invalid-argument */
  receive(first: number, messages: readonly unknown[]): void {
    if (first > this.nextIn) throw new PortError('invalid-argument', 'Messages are missing before these.');
    const fresh = messages.slice(this.nextIn - first);
    this.nextIn += fresh.length;
    for (const message of fresh) if (!this.ended) this.options.message(message);
  }

  /** The browser has everything up to this number. */
  acknowledge(id: number): void {
    this.kept = this.kept.filter((kept) => kept.id > id);
    this.keptSize = this.kept.reduce((sum, { text }) => sum + text.length, 0);
  }

  send(message: object): void {
    if (!this.closing) this.say([message]);
  }

  /** After what has been said, the browser is to hang up; a browser that is told of an error does so by itself. */
  close(error?: object): void {
    if (this.closing) return;
    this.say([error ? { error } : 'close']);
    this.closing = true;
  }

  /** From here on messages go out there. `isSingle`: it ends with what is written first. */
  attach(to: BackChannel, isSingle: boolean): void {
    this.detach();
    if (this.ended) return to.end();
    this.back = { to, isSingle };
    this.watch();
    if (this.kept.length > 0) this.write(this.kept);
    // Something has to come soon, or the browser suspects that somebody between holds it back.
    else if (!isSingle) this.say(['noop']);
  }

  /** The browser has let go of it. */
  released(to: BackChannel): void {
    if (this.back?.to !== to) return;
    this.back = null;
    this.watch();
  }

  /** The browser will not come back. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.detach();
    this.kept = [];
    this.options.end();
  }

  private say(content: readonly unknown[]): void {
    if (this.ended) return;
    // A client that does not fetch its messages is disconnected: its buffer is full.
    if (this.keptSize > mostUnreadOfSocket) return this.end();
    const message = numbered(this.nextOut++, content);
    this.kept.push(message);
    this.keptSize += message.text.length;
    this.write([message]);
  }

  private write(messages: readonly Numbered[]): void {
    const { back } = this;
    if (!back) return;
    back.to.write(chunk(messages));
    if (back.isSingle) this.detach();
  }

  private detach(): void {
    const { back } = this;
    this.back = null;
    back?.to.end();
    if (back) this.watch();
  }

  /** Timer of the channel. With an open response: keep-alive and end of the response after `holdMs`. Without one: end of the channel. */
  private watch(): void {
    clearTimeout(this.timer);
    if (this.ended) return;
    const { back } = this;
    this.timer = back
      ? setTimeout(
          guardListener(() => {
            // No answer would be a defect.
            this.say(['noop']);
            this.detach();
          }),
          this.options.holdMs,
        )
      : setTimeout(
          guardListener(() => this.end()),
          this.options.silenceMs,
        );
    this.timer.unref();
  }
}

const chunk = (messages: readonly Numbered[]): string =>
  framed(`[${messages.map(({ text }) => text).join(',')}]`);

/** Its length, in the units of the browser's strings, and itself. */
const framed = (text: string): string => `${text.length}\n${text}`;
