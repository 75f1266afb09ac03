/** Remote configuration: a template with a version, fetched, and announced on streams. */
import { http, HttpResponse } from 'msw';
import type { HostedNetwork } from './network.ts';

type Values = Readonly<Record<string, string>>;

interface Listening {
  send(text: string): void;
}

const fetchUrl = 'https://firebaseremoteconfig.googleapis.com/v1/projects/:project/namespaces/:fetch';
const streamUrl =
  'https://firebaseremoteconfigrealtime.googleapis.com/v1/projects/:project/namespaces/:stream';

export class HostedConfig {
  private readonly network: HostedNetwork;
  private values: Values = {};
  private version = 1;
  private readonly listening = new Set<Listening>();
  private readonly refusals: number[] = [];
  private readonly delays: number[] = [];
  /** Status of the answers to streams. */
  streamStatus = 200;
  readonly asked: Readonly<Record<string, unknown>>[] = [];

  constructor(network: HostedNetwork) {
    this.network = network;
  }

  value = async (key: string): Promise<string | null> =>
    Object.hasOwn(this.values, key) ? (this.values[key] ?? null) : null;

  publish(changes: Readonly<Record<string, string | null>>): void {
    const next = { ...this.values, ...changes };
    this.values = Object.fromEntries(
      Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== null),
    );
    this.version++;
    for (const { send } of this.listening) send(this.announcement());
  }

  /** The next fetches are answered with this status. */
  refuse(status: number, times: number): void {
    this.refusals.push(...Array.from({ length: times }, () => status));
  }

  calm(): void {
    this.refusals.length = 0;
  }

  /** The next fetch is answered so late. */
  dawdle(ms: number): void {
    this.delays.push(ms);
  }

  handlers() {
    return [
      http.post(fetchUrl, async ({ request }) => {
        this.network.reach(request);
        this.asked.push((await request.json()) as Readonly<Record<string, unknown>>);
        const late = this.delays.shift();
        if (late !== undefined) await this.network.dawdle(late);
        const refusal = this.refusals.shift();
        if (refusal !== undefined) return new HttpResponse(null, { status: refusal });
        const headers = { ETag: `etag-${this.version}` };
        if (request.headers.get('If-None-Match') === headers.ETag)
          return new HttpResponse(null, { status: 304, headers });
        const entries = this.values;
        return HttpResponse.json({ entries, state: 'UPDATE', templateVersion: this.version }, { headers });
      }),
      http.post(streamUrl, async ({ request }) => {
        this.network.reach(request);
        if (this.streamStatus !== 200) return new HttpResponse(null, { status: this.streamStatus });
        const { lastKnownVersionNumber } = (await request.json()) as {
          readonly lastKnownVersionNumber?: number;
        };
        const { response, send } = this.network.stream(request);
        this.listening.add({ send });
        // A publication without a listener is announced to the next one at once.
        if (Number(lastKnownVersionNumber ?? 0) < this.version) send(this.announcement());
        return response;
      }),
    ];
  }

  private announcement(): string {
    return `[{"latestTemplateVersionNumber":"${this.version}"}]`;
  }
}
