/** Streams over WebChannel: all that browsers have open, and the requests by which they are opened, fed, heard and ended. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PortError } from '#ports/errors.ts';
import type { CallListener } from './call.ts';
import type { Headers } from './caller.ts';
import { WebChannel } from './channel.ts';
import { jsonOf, messageFrom, parseJson } from './json.ts';
import { documentsMethods } from './protos.ts';
import { bodyOf } from './request.ts';
import type { DocumentsService } from './service.ts';
import { httpErrorOf, type Status, statusOf } from './status.ts';

export interface ChannelTimes {
  /** Milliseconds without a connection after which a browser is taken for gone. Default 60,000. */
  readonly silenceMs?: number;
  /** Milliseconds after which a connection that nothing is said on is let go and asked for anew. Default 10,000. */
  readonly holdMs?: number;
}

/** Without the type being said to be it, Chromium keeps small parts of an answer back to guess it. */
const asText = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

export class Channels {
  private readonly service: DocumentsService;
  private readonly options: Required<ChannelTimes>;
  private readonly open = new Map<string, WebChannel>();
  private readonly methods = documentsMethods();

  constructor(service: DocumentsService, { silenceMs = 60_000, holdMs = 10_000 }: ChannelTimes) {
    this.service = service;
    this.options = { silenceMs, holdMs };
  }

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
      known?.end();
      return void response.writeHead(200, asText).end();
    }
    known?.acknowledge(Number(searchParams.get('AID') ?? -1));
    if (request.method === 'GET') {
      if (known) listenBack(known, searchParams.get('CI') === '1', response);
      else throw new PortError('invalid-argument', 'A channel is opened by POST.');
      return;
    }
    const form = new URLSearchParams(await bodyOf(request));
    const messages = messagesIn(form);
    const first = Number(form.get('ofs') ?? 0);
    if (!known && first > 0)
      throw new PortError('invalid-argument', 'A channel begins with its first message.');
    const channel =
      known ?? this.begin(stream, headersIn(form.get('headers') ?? '', searchParams.get('database')));
    channel.receive(first, messages);
    response.writeHead(200, asText).end(known ? channel.state() : channel.greeting());
  }

  close(): void {
    for (const channel of this.open.values()) channel.end();
  }

  private begin(stream: 'Listen' | 'Write', headers: Headers): WebChannel {
    const types = this.methods.get(stream);
    if (!types) throw new Error(`The protocol has no ${stream}.`);
    const listeners: CallListener<object>[] = [];
    const end = () => {
      for (const listener of listeners) listener.end();
    };
    const fail = (status: Status) => {
      channel.close(httpErrorOf(status));
      end();
    };
    const channel = new WebChannel(randomUUID(), {
      ...this.options,
      message(json) {
        try {
          const message = messageFrom(types.asked, json);
          for (const listener of listeners) listener.message(message);
        } catch (error) {
          fail(statusOf(error));
        }
      },
      end: () => {
        this.open.delete(channel.id);
        end();
      },
    });
    this.open.set(channel.id, channel);
    this.service.streams[stream]({
      headers,
      listen: (listener) => void listeners.push(listener),
      write: (message) => channel.send(jsonOf(types.answer, message)),
      end: () => channel.close(),
      fail,
    });
    return channel;
  }
}

function listenBack(channel: WebChannel, isSingle: boolean, response: ServerResponse): void {
  response.writeHead(200, asText);
  response.flushHeaders();
  const back = {
    write: (text: string) => void response.write(text),
    end: () => void response.end(),
  };
  response.on('close', () => channel.released(back));
  channel.attach(back, isSingle);
}

/** The headers that would have made the browser ask for permission first come as text. */
function headersIn(text: string, database: string | null): Headers {
  const headers = new Map(database === null ? [] : [['google-cloud-resource-prefix', database]]);
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return (name) => headers.get(name);
}

/** @throws PortError invalid-argument */
function messagesIn(form: URLSearchParams): readonly unknown[] {
  const messages: unknown[] = [];
  for (;;) {
    const text = form.get(`req${messages.length}___data__`);
    if (text === null) return messages;
    messages.push(parseJson(text));
  }
}
