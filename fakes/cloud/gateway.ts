/**
 * The cloud's half of a connection: reads messages and hands them to the services, or keeps them until the cloud is complete. Changes
 * are stored before the message about them is sent.
 */
import { runEach } from '#provider-kit/guard-listener.ts';
import type { Channel } from './channel.ts';
import type { GatewayContext, Traffic } from './gateway-context.ts';
import { openRequests } from './open-requests.ts';
import { type FromCloud, isOperator, type Room, type ToCloud } from './protocol.ts';
import type { Session } from './session.ts';

export interface Gateway {
  /** Disconnects the client and tells it when to reconnect; null: after its own back-off. */
  drop(forMs: number | null): void;
  /** Whether the other end is an operator, whom no fault and no reset disconnects. */
  servesOperator(): boolean;
  announceTime(): void;
}

/** A session whose token changes with the messages of its client. */
interface ClientSession extends Session {
  token: string | null;
}

/** Rooms whose requests the security rules guard or backend code answers: they wait for a complete cloud. */
const roomsOfWholeCloud: ReadonlySet<Room> = new Set<Room>(['docs', 'realtime', 'storage', 'functions']);

/** Serves the client at the other end of the channel. `gone`: called at the end of the connection. */
export function openGateway(
  channel: Channel,
  context: GatewayContext,
  sessionId: string,
  gone: () => void,
): Gateway {
  const { clock, readers } = context;
  let session: ClientSession | null = null;
  /** Messages that wait for the complete cloud, in their order; `null`: none has to. */
  let waiting: ToCloud[] | null = null;

  const note = (from: Traffic['from'], message: ToCloud | FromCloud) => {
    if (readers.size === 0 || !session) return;
    for (const reader of [...readers]) reader({ at: clock.now(), clientId: session.clientId, from, message });
  };
  const send = (message: FromCloud) => {
    note('cloud', message);
    context.whenKept(() => channel.send(message));
  };
  const end = () => {
    const ended = session;
    session = null;
    waiting = null;
    requests.end();
    if (ended) runEach(context.services(), (service) => service.disconnected?.(ended));
    gone();
  };
  const drop = (forMs: number | null) => {
    send({ type: 'drop', forMs });
    end();
  };
  const requests = openRequests(context, send, () => drop(0));

  const handle = (message: ToCloud, session: ClientSession) => {
    switch (message.type) {
      case 'identify':
        session.token = message.token;
        // A listen that a service could not check again may be no longer allowed.
        runEach(
          context.services(),
          (service) => service.identified?.(session),
          () => drop(0),
        );
        return;
      case 'request':
        requests.answer(message, session);
        return;
      case 'open':
        requests.subscribe(message, session);
        return;
      case 'close':
        requests.close(message.id);
    }
  };

  const handleWhenComplete = (message: ToCloud, of: ClientSession) => {
    const completion = context.completion();
    if (completion === null) return handle(message, of);
    const messages = [message];
    waiting = messages;
    completion.then(
      () => {
        if (waiting !== messages) return;
        waiting = null;
        for (const each of messages) if (session === of) handle(each, of);
      },
      // The client comes again, after its own back-off, with the same requests.
      () => {
        if (waiting === messages) drop(null);
      },
    );
  };

  channel.onMessage((received) => {
    const message = received as ToCloud;
    if (message.type === 'hello') {
      session = clientSession(sessionId, message, context);
      note('client', message);
      send({ type: 'welcome', at: clock.now() });
      return;
    }
    if (!session) return;
    note('client', message);
    if (waiting) waiting.push(message);
    else if (isOfWholeCloud(message)) handleWhenComplete(message, session);
    else handle(message, session);
  });
  channel.onClose(end);

  return {
    drop,
    servesOperator: () => context.operators && session !== null && isOperator(session.clientId),
    announceTime() {
      if (session) send({ type: 'time', at: clock.now() });
    },
  };
}

const isOfWholeCloud = (message: ToCloud): boolean =>
  (message.type === 'request' || message.type === 'open') && roomsOfWholeCloud.has(message.room);

function clientSession(
  id: string,
  { clientId, token, exact = false }: Extract<ToCloud, { type: 'hello' }>,
  { peer, verify }: GatewayContext,
): ClientSession {
  const session: ClientSession = {
    id,
    clientId,
    token,
    exact,
    peer: peer ?? id,
    caller: () => (session.token === null ? null : verify(session.token)),
    hasToken: () => session.token !== null,
  };
  return session;
}
