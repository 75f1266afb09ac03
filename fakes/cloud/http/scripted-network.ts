/** An outside made of scripted names and answers, for tests: the same rules as over a real network, and nothing leaves the process. */
import { createServerHttp, type ServerHttpOptions } from '#provider-kit/http/client.ts';
import { type HttpHop, type HttpHopAnswer, type HttpNetwork, httpError } from '#provider-kit/http/network.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { Clock } from '#provider-kit/clock.ts';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces arrive one by one; those after an endless wait never do. */
  readonly body?: string | readonly (Uint8Array | 'never')[];
}

/** The part of a request that a server sees. */
export type ScriptedRequest = Pick<HttpHop, 'method' | 'path' | 'headers' | 'body' | 'address'>;

export class ScriptedNetwork {
  private readonly names = new Map<string, (readonly string[])[]>();
  private readonly servers = new Map<string, (request: ScriptedRequest) => ScriptedAnswer>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Further look-ups answer with the further lists in turn, and with the last from then on. */
  name(name: string, ...answers: readonly (readonly string[])[]): void {
    this.names.set(name, [...answers]);
  }

  /** Server at an address, on any port. */
  serve(address: string, answer: (request: ScriptedRequest) => ScriptedAnswer): void {
    this.servers.set(address, answer);
  }

  http(options: ServerHttpOptions = {}): ServerHttp {
    const network: HttpNetwork = {
      lookUp: async (name) => this.lookUp(name),
      exchange: async (hop, signal) => this.exchange(hop, signal),
      setTimer: (run, delayMs) => this.clock.setTimer(run, delayMs),
    };
    return createServerHttp(network, options);
  }

  private lookUp(name: string): readonly string[] {
    const answers = this.names.get(name) ?? [];
    const [first = []] = answers;
    if (answers.length > 1) answers.shift();
    if (first.length === 0) throw httpError('look-up');
    return first;
  }

  private exchange(hop: HttpHop, signal: CancelSignal): HttpHopAnswer {
    const serve = this.servers.get(hop.address);
    if (!serve) throw httpError('connection');
    const { method, path, headers, body: sent, address } = hop;
    const {
      status = 200,
      headers: answered = {},
      body = '',
    } = serve({
      method,
      path,
      headers,
      body: sent,
      address,
    });
    const pieces = typeof body === 'string' ? [new TextEncoder().encode(body)] : body;
    return { status, headers: answered, body: arriving(pieces, signal) };
  }
}

async function* arriving(
  pieces: readonly (Uint8Array | 'never')[],
  signal: CancelSignal,
): AsyncIterable<Uint8Array> {
  for (const piece of pieces)
    if (piece === 'never')
      await new Promise((_, reject) => {
        signal.addEventListener(
          'abort',
          guardListener(() => reject(httpError('connection'))),
        );
      });
    else yield piece;
}
