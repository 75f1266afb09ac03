/**
 * Hosted services without an official local part, replaced by request handlers that answer as the provider does. A browser is
 * recognized by its API key, which all its requests have.
 */
import { HttpResponse } from 'msw';

export class HostedNetwork {
  private readonly cut = new Set<string>();
  private late = 0;
  private readonly streams = new Map<ReadableStreamDefaultController<Uint8Array>, string>();

  /** Called when a browser's network is restored. */
  joined: (apiKey: string) => void = () => {};

  isCut = (apiKey: string): boolean => this.cut.has(apiKey);

  /** Requests that are held open on purpose. */
  held(): number {
    return this.streams.size + this.late;
  }

  /** An answer that comes so late. */
  async dawdle(ms: number): Promise<void> {
    this.late++;
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.late--;
  }

  plug(apiKey: string, on: boolean): void {
    if (on) {
      this.cut.delete(apiKey);
      this.joined(apiKey);
      return;
    }
    this.cut.add(apiKey);
    for (const [stream, owner] of this.streams)
      if (owner === apiKey) {
        this.streams.delete(stream);
        stream.error(new TypeError('The connection was lost.'));
      }
  }

  /** Throws the error of a request without a network. */
  reach(request: Request): void {
    if (this.cut.has(apiKeyOf(request))) throw HttpResponse.error();
  }

  /** Answer that goes on until the caller leaves. */
  stream(request: Request): { readonly response: Response; send(text: string): void } {
    const owner = apiKeyOf(request);
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
        this.streams.set(given, owner);
      },
      cancel: () => {
        if (controller) this.streams.delete(controller);
      },
    });
    return {
      response: new Response(body, { headers: { 'Content-Type': 'application/json' } }),
      send: (text) => {
        if (controller && this.streams.has(controller)) controller.enqueue(new TextEncoder().encode(text));
      },
    };
  }

  endStreams(): void {
    for (const stream of this.streams.keys()) stream.close();
    this.streams.clear();
  }
}

export const apiKeyOf = (request: Request): string =>
  request.headers.get('x-goog-api-key') ?? new URL(request.url).searchParams.get('key') ?? '';
