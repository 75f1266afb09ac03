/**
 * Addresses at which this page can fetch an object: `blob:` where the browser can make them, else `data:`. They work on this page
 * only, and end with the client, or when the object is replaced or removed.
 */
import type { Download, TokensPayload } from '#fakes/cloud/storage/protocol.ts';
import type { ClientContext } from '../context.ts';
import { keepOpen } from '../standing.ts';

export class AddressBook {
  private readonly context: ClientContext;
  /** By the token that makes each good. */
  private readonly known = new Map<string, { readonly path: string; readonly address: string }>();
  private stop: (() => void) | null = null;

  constructor(context: ClientContext) {
    this.context = context;
  }

  /** The same token gives the same address. */
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

function addressFor({ metadata, content }: Download): string {
  const type = metadata.contentType ?? '';
  if (typeof URL.createObjectURL === 'function')
    return URL.createObjectURL(new Blob([new Uint8Array(content)], { type }));
  const text = Array.from(content, (byte) => String.fromCharCode(byte)).join('');
  return `data:${type};base64,${btoa(text)}`;
}
