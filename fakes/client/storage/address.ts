/**
 * Addresses at which this page can fetch an object: `blob:` where the browser can make them, else `data:`. They work on this page
 * only, and end with the client, or when the object is replaced or removed.
 *
 * A hosted backend serves files from an origin of its own, with their content disposition. A `blob:` address has the page's origin
 * and no headers. So an object keeps its type here only if it is to be shown in place and can't run script; any other is served as
 * `application/octet-stream`, which browsers save.
 */
import { base64Of } from '#provider-kit/base64.ts';
import type { Download, TokensPayload } from '#fakes/cloud/storage/protocol.ts';
import type { ObjectMetadata } from '#ports/storage/storage.ts';
import type { ClientContext } from '../context.ts';
import { keepOpen } from '../standing.ts';

export class AddressBook {
  private readonly context: ClientContext;
  /** Addresses by their download token. */
  private readonly known = new Map<string, { readonly path: string; readonly address: string }>();
  private stop: (() => void) | null = null;

  constructor(context: ClientContext) {
    this.context = context;
  }

  /** Address of a download; the same token gives the same address. */
  addressOf(download: Download): string {
    const { token } = download;
    const known = this.known.get(token);
    if (known) return known.address;
    const address = addressFor(download);
    this.known.set(token, { path: download.metadata.path, address });
    this.stop ??= keepOpen<string>(this.context, {
      room: 'storage',
      topic: 'tokens',
      payload: (): TokensPayload => ({
        held: [...this.known].map(([held, { path }]) => ({ path, token: held })),
      }),
      event: (ended) => this.end(ended),
    });
    return address;
  }

  clear(): void {
    this.stop?.();
    for (const token of [...this.known.keys()]) this.end(token);
  }

  private end(token: string): void {
    const address = this.known.get(token)?.address;
    this.known.delete(token);
    if (address?.startsWith('blob:')) URL.revokeObjectURL(address);
  }
}

const passive =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)|(?:audio|video)\/[\w.+-]+|text\/plain|application\/json)\s*(?:;|$)/i;

function servedType({ contentType = '', contentDisposition = 'inline' }: ObjectMetadata): string {
  const inline = /^inline\s*(?:;|$)/i.test(contentDisposition);
  return inline && passive.test(contentType) ? contentType : 'application/octet-stream';
}

function addressFor({ metadata, content }: Download): string {
  const type = servedType(metadata);
  if (typeof URL.createObjectURL === 'function')
    return URL.createObjectURL(new Blob([new Uint8Array(content)], { type }));
  return `data:${type};base64,${base64Of(content)}`;
}
