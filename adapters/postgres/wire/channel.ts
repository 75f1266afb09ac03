/** Connection between a browser and the server, as either end sees it. */
import { guardListener } from '#provider-kit/guard-listener.ts';

export interface TextChannel {
  /** In order. Nothing happens after the end. */
  send(text: string): void;
  /** Called once. Earlier messages are delivered at once. */
  onText(next: (text: string) => void): void;
  /** Called once. `next` runs when the other end closes, or the connection breaks; not after an own `close`. */
  onClose(next: () => void): void;
  close(): void;
}

/** Both ends of a channel in this process. Texts arrive asynchronously. */
export function channelPair(): readonly [TextChannel, TextChannel] {
  const [one, other] = [new PairedChannel(), new PairedChannel()];
  one.peer = other;
  other.peer = one;
  return [one, other];
}

class PairedChannel implements TextChannel {
  peer: PairedChannel | null = null;
  private next: ((text: string) => void) | null = null;
  private closed: (() => void) | null = null;
  private arrived: string[] = [];
  private ended = false;

  send(text: string): void {
    const { peer } = this;
    if (!this.ended) queueMicrotask(guardListener(() => peer?.receive(text)));
  }

  onText(next: (text: string) => void): void {
    this.next = next;
    for (const text of this.arrived) next(text);
    this.arrived = [];
  }

  onClose(next: () => void): void {
    this.closed = next;
  }

  close(): void {
    if (this.ended) return;
    this.ended = true;
    const { peer } = this;
    queueMicrotask(guardListener(() => peer?.lost()));
  }

  private receive(text: string): void {
    if (this.ended) return;
    if (this.next) this.next(text);
    else this.arrived.push(text);
  }

  private lost(): void {
    if (this.ended) return;
    this.ended = true;
    this.closed?.();
  }
}
