/** Streams over WebChannel: all that browsers have open, and the requests by which they are opened, fed, heard and ended. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { mostChannels, mostWaiting, mostWaitingBytes } from '../bounds.ts';
import { Inbox } from '../inbox.ts';
import { type Later, nextTurn } from '../turns.ts';
import type { CallListener } from './call.ts';
import type { Headers } from './caller.ts';
import { WebChannel } from './channel.ts';
import { formIn, headersIn, messagesIn, type SentMessage, wholeParameter } from './channel-request.ts';
import { jsonOf, messageFrom } from './json.ts';
import { documentsMethods } from './protos.ts';
import { bodyOf } from './request.ts';
import type { DocumentsService } from './service.ts';
import { httpErrorOf, type Status, statusOf } from './status.ts';

export interface ChannelsOptions {
  /** Milliseconds without a connection after which a browser is taken for gone. Default 60,000. */
  readonly silenceMs?: number;
  /** Milliseconds after which a connection that nothing is said on is let go and asked for anew. Default 10,000. */
  readonly holdMs?: number;
  /** Puts off work that is too much for one turn of the event loop. Default: to the next one. */
  readonly later?: Later;
}

/** Without the type being said to be it, Chromium keeps small parts of an answer back to guess it. */
const asText = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

interface Open {
  readonly channel: WebChannel;
  readonly inbox: Inbox<unknown>;
}

export class Channels {
  private readonly service: DocumentsService;
  private readonly options: Required<ChannelsOptions>;
  private readonly open = new Map<string, Open>();

  constructor(
    service: DocumentsService,
    { silenceMs = 60_000, holdMs = 10_000, later = nextTurn }: ChannelsOptions,
  ) {
    this.service = service;
    this.options = { silenceMs, holdMs, later };
  }

  /** @throws PortError invalid-argument, resource-exhausted: nothing of the request has been taken then */
  async serve(
    stream: 'Listen' | 'Write',
    { searchParams }: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const id = searchParams.get('SID');
    const known = id === null ? null : this.open.get(id);
    // In these words, and not as the first of them, the browser looks for it.
    if (known === undefined) return void response.writeHead(400, asText).end('Error: Unknown SID');
    if (searchParams.get('TYPE') === 'terminate') {
      known?.channel.end();
      return void response.writeHead(200, asText).end();
    }
    const acknowledged = searchParams.get('AID');
    if (acknowledged !== null && acknowledged !== '-1')
      known?.channel.acknowledge(wholeParameter('AID', acknowledged));
    if (request.method === 'GET') {
      if (known) listenBack(known.channel, searchParams.get('CI') === '1', response);
      else throw new PortError('invalid-argument', 'A channel is opened by POST.');
      return;
    }
    const body = await bodyOf(request);
    const form = formIn(body);
    const messages = messagesIn(form);
    const first = wholeParameter('ofs', form.get('ofs') ?? '0');
    if (!known && first > 0)
      throw new PortError('invalid-argument', 'A channel begins with its first message.');
    if (known && !known.inbox.hasRoom(messages.length, body.length))
      throw new PortError(
        'resource-exhausted',
        `At most ${mostWaiting} messages of a channel wait, and at most ${mostWaitingBytes} bytes. Send these again later.`,
      );
    const { channel } =
      known ?? this.begin(stream, headersIn(form.get('headers') ?? '', searchParams.get('database')));
    channel.receive(first, messages);
    response.writeHead(200, asText).end(known ? channel.state() : channel.greeting());
  }

  close(): void {
    for (const { channel } of this.open.values()) channel.end();
  }

  /** @throws PortError resource-exhausted */
  private begin(stream: 'Listen' | 'Write', headers: Headers): Open {
    const types = documentsMethods().get(stream);
    if (!types) throw new Error(`The protocol has no ${stream}.`);
    if (this.open.size >= mostChannels)
      throw new PortError(
        'resource-exhausted',
        `${mostChannels} channels are open, and more are not served. Close some of them.`,
      );
    const listeners: CallListener<object>[] = [];
    const end = () => {
      const tell = () => {
        for (const listener of listeners) listener.end();
      };
      if (listeners.some(({ dropsRest }) => dropsRest)) {
        inbox.clear();
        tell();
      } else inbox.finish(tell);
    };
    const fail = (status: Status) => {
      inbox.clear();
      channel.close(httpErrorOf(status));
      end();
    };
    const handle = async (json: unknown): Promise<void> => {
      try {
        const message = messageFrom(types.asked, json);
        for (const listener of listeners) await listener.message(message);
      } catch (error) {
        fail(statusOf(error));
      }
    };
    const { silenceMs, holdMs, later } = this.options;
    const inbox = new Inbox<unknown>({ later, handle: (json, done) => void handle(json).then(done) });
    const channel = new WebChannel(randomUUID(), {
      silenceMs,
      holdMs,
      message(message) {
        const { json, size } = message as SentMessage;
        inbox.push(json, size);
      },
      end: () => {
        this.open.delete(channel.id);
        end();
      },
    });
    const call = {
      headers,
      listen: (listener: CallListener<never>) => void listeners.push(listener as CallListener<object>),
      write: (message: object) => channel.send(jsonOf(types.answer, message)),
      end: () => channel.close(),
      fail,
    };
    this.open.set(channel.id, { channel, inbox });
    try {
      this.service.streams[stream](call);
    } catch (error) {
      channel.end();
      throw error;
    }
    return { channel, inbox };
  }
}

function listenBack(channel: WebChannel, isSingle: boolean, response: ServerResponse): void {
  response.writeHead(200, asText);
  response.flushHeaders();
  const back = {
    write: (text: string) => void response.write(text),
    end: () => void response.end(),
  };
  response.on(
    'close',
    guardListener(() => channel.released(back)),
  );
  channel.attach(back, isSingle);
}
