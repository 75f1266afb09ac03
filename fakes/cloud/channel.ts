/** Connection of a client and the cloud: two ends, messages in order, nothing else shared. */
import { guardListener } from '#provider-kit/guard-listener.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';

export interface Channel {
  /** Sends a message, delivered later and in order. The message must not be changed afterwards. No effect once closed. */
  send(message: unknown): void;
  /** Sets the one receiver; messages that came before are delivered to it. */
  onMessage(receive: (message: unknown) => void): void;
  close(): void;
  /** The other end closed. */
  onClose(closed: () => void): void;
}

/** Two ends in one process. Messages arrive in a microtask; values are shared, not copied, and so must be treated as frozen. */
export function createChannel(): readonly [Channel, Channel] {
  const left = new LocalEnd();
  const right = new LocalEnd();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class LocalEnd implements Channel {
  peer: LocalEnd | null = null;
  private receive: ((message: unknown) => void) | null = null;
  private closed: (() => void) | null = null;
  private waiting: unknown[] = [];

  send(message: unknown): void {
    const { peer } = this;
    if (peer)
      queueMicrotask(
        guardListener(
          () => peer.deliver(message),
          () => peer.fail(),
        ),
      );
  }

  onMessage(receive: (message: unknown) => void): void {
    this.receive = receive;
    const waiting = this.waiting;
    this.waiting = [];
    for (const message of waiting) receive(message);
  }

  onClose(closed: () => void): void {
    this.closed = closed;
  }

  close(): void {
    const { peer } = this;
    this.peer = null;
    if (peer)
      queueMicrotask(
        guardListener(() => {
          peer.peer = null;
          peer.closed?.();
        }),
      );
  }

  /** Ends both: what was delivered here could not be handled. */
  private fail(): void {
    this.close();
    this.closed?.();
  }

  private deliver(message: unknown): void {
    if (this.receive) this.receive(message);
    else this.waiting.push(message);
  }
}

/** The part of a `MessagePort` that a channel needs; a `BroadcastChannel` or a worker can be dressed as one. */
export interface PortLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  start?(): void;
  close(): void;
}

const goodbye = 'muster:closed';

/**
 * Channel over a `MessagePort`. A port does not notice the loss of its other end, so closing sends a message. All messages of one turn are
 * one message of the port: the answers to a screen's queries are received in one task, and rendered together.
 */
export function portChannel(port: PortLike): Channel {
  let open = true;
  let unsent: unknown[] = [];
  let receive: ((message: unknown) => void) | null = null;
  let closed: (() => void) | null = null;
  let waiting: unknown[] = [];
  const received = ({ data }: { readonly data: unknown }) => {
    if (data === goodbye) {
      port.close();
      closed?.();
      return;
    }
    for (const message of decodeMessage(data) as readonly unknown[]) {
      if (!open) return;
      if (receive) receive(message);
      else waiting.push(message);
    }
  };
  const flush = () => {
    const messages = unsent;
    unsent = [];
    if (messages.length > 0) port.postMessage(encodeMessage(messages));
  };
  const close = () => {
    open = false;
    flush();
    port.postMessage(goodbye);
    port.close();
  };
  const fail = () => {
    close();
    closed?.();
  };
  port.addEventListener('message', guardListener(received, fail));
  port.start?.();
  return {
    send(message) {
      if (unsent.push(message) === 1) queueMicrotask(guardListener(flush, fail));
    },
    onMessage(next) {
      receive = next;
      const kept = waiting;
      waiting = [];
      for (const message of kept) next(message);
    },
    onClose(next) {
      closed = next;
    },
    close,
  };
}
