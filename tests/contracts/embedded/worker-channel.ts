/** Channel over ports like those of a worker: messages are encoded, copied, and arrive later. */
import { type Channel, type PortLike, portChannel } from '#fakes/cloud/channel.ts';

export function workerChannel(): readonly [Channel, Channel] {
  const [one, other] = [new Port(), new Port()];
  one.peer = other;
  other.peer = one;
  return [portChannel(one), portChannel(other)];
}

class Port implements PortLike {
  peer: Port | null = null;
  private listener: ((event: { readonly data: unknown }) => void) | null = null;

  /** @throws DataCloneError for a message that a worker could not get */
  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message);
    const { peer } = this;
    queueMicrotask(() => peer?.listener?.({ data }));
  }

  addEventListener(_type: 'message', listener: (event: { readonly data: unknown }) => void): void {
    this.listener = listener;
  }

  close(): void {
    this.peer = null;
    this.listener = null;
  }
}
