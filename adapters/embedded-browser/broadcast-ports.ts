/** Message ports multiplexed over one broadcast channel: every tab receives all messages and handles its own. */
import type { PortLike } from '#fakes/cloud/channel.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** The part of `BroadcastChannel` that is used. */
export interface Broadcast {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

type Said =
  /** Request for the host. */
  | { readonly kind: 'who' }
  /** Announcement of the host; `term` identifies it. */
  | { readonly kind: 'host'; readonly term: string }
  | { readonly kind: 'host-gone'; readonly term: string }
  | {
      readonly kind: 'up' | 'down';
      readonly term: string;
      readonly tab: string;
      readonly connection: number;
      readonly data: unknown;
    }
  | { readonly kind: 'goodbye'; readonly tab: string };

/** Last message of a connection; `portChannel` closes on it. */
const closed = 'muster:closed';

interface HostSide {
  accept(tab: string, port: PortLike): void;
  gone(tab: string): void;
}

export interface BroadcastPorts {
  /** A connection to the host. Messages are queued until a host is known. */
  connect(): PortLike;
  /** Resolves once another tab is known as host. */
  hostFound(): Promise<void>;
  /** Makes this tab the host and closes its connections to an earlier host. */
  openHost(side: HostSide): void;
  closeHost(): void;
  /** Announces that this tab closes. */
  goodbye(): void;
}

export function broadcastPorts(channel: Broadcast, tabId: string): BroadcastPorts {
  const say = (said: Said) => channel.postMessage(said);
  /** The current host. */
  let term: string | null = null;
  const mine = new Map<number, Port>();
  let nextConnection = 1;
  let found = () => {};
  const hostFound = new Promise<void>((resolve) => {
    found = resolve;
  });

  let hosting: { readonly term: string; readonly side: HostSide } | null = null;
  const theirs = new Map<string, Port>();

  const follow = (next: string | null) => {
    if (next === term) return;
    const before = term;
    term = next;
    for (const [id, port] of [...mine]) {
      if (before !== null && port.opened) {
        mine.delete(id);
        port.deliver(closed);
      } else if (next !== null) port.open();
    }
    if (next !== null) found();
  };

  const received = (said: Said) => {
    switch (said.kind) {
      case 'who':
        if (hosting) say({ kind: 'host', term: hosting.term });
        return;
      case 'host':
        if (!hosting) follow(said.term);
        return;
      case 'host-gone':
        if (said.term === term) follow(null);
        return;
      case 'goodbye':
        hosting?.side.gone(said.tab);
        for (const key of [...theirs.keys()]) if (key.startsWith(`${said.tab}/`)) theirs.delete(key);
        return;
      case 'down':
        if (said.tab === tabId && said.term === term) mine.get(said.connection)?.deliver(said.data);
        return;
      case 'up':
        if (hosting && said.term === hosting.term) up(said, hosting.side);
    }
  };

  const up = (said: Extract<Said, { kind: 'up' | 'down' }>, side: HostSide) => {
    const { tab, connection, data } = said;
    const key = `${tab}/${connection}`;
    let port = theirs.get(key);
    if (!port) {
      const address = { kind: 'down', term: said.term, tab, connection } as const;
      port = new Port(
        (message) => say({ ...address, data: message }),
        () => theirs.delete(key),
      );
      port.open();
      theirs.set(key, port);
      side.accept(tab, port);
    }
    port.deliver(data);
  };

  channel.addEventListener(
    'message',
    guardListener(({ data }: { readonly data: unknown }) => received(data as Said)),
  );
  say({ kind: 'who' });

  return {
    connect() {
      const connection = nextConnection++;
      const port = new Port(
        (data) => {
          if (term !== null) say({ kind: 'up', term, tab: tabId, connection, data });
        },
        () => mine.delete(connection),
      );
      mine.set(connection, port);
      if (term !== null) port.open();
      return port;
    },
    hostFound: () => hostFound,
    openHost(side) {
      const next = crypto.randomUUID();
      hosting = { term: next, side };
      // Connections of this tab that wait for a host now reach it in the page.
      for (const port of [...mine.values()]) port.deliver(closed);
      mine.clear();
      term = next;
      say({ kind: 'host', term: next });
    },
    closeHost() {
      if (hosting) say({ kind: 'host-gone', term: hosting.term });
      hosting = null;
      theirs.clear();
    },
    goodbye: () => say({ kind: 'goodbye', tab: tabId }),
  };
}

class Port implements PortLike {
  opened = false;
  private readonly post: (data: unknown) => void;
  private readonly ended: () => void;
  private waiting: unknown[] = [];
  private listener: ((event: { readonly data: unknown }) => void) | null = null;

  constructor(post: (data: unknown) => void, ended: () => void) {
    this.post = post;
    this.ended = ended;
  }

  open(): void {
    this.opened = true;
    const { waiting } = this;
    this.waiting = [];
    for (const message of waiting) this.post(message);
  }

  deliver(data: unknown): void {
    this.listener?.({ data });
  }

  postMessage(message: unknown): void {
    if (this.opened) this.post(message);
    else this.waiting.push(message);
  }

  addEventListener(_type: 'message', listener: (event: { readonly data: unknown }) => void): void {
    this.listener = listener;
  }

  close(): void {
    this.ended();
  }
}
