/**
 * Addresses at which this page can fetch an object: `blob:` where the browser can make them, else `data:`. They hold the
 * object as it was when asked for, work on this page only, and end with the client.
 */
import type { Download } from '#fakes/cloud/storage/protocol.ts';

export interface AddressBook {
  /** The same object gives the same address. */
  addressOf(download: Download): string;
  clear(): void;
}

export function addressBook(): AddressBook {
  const addresses = new Map<string, string>();
  return {
    addressOf(download) {
      const { path, generation, contentType } = download.metadata;
      const key = `${path}?${generation}&${contentType}`;
      const known = addresses.get(key);
      if (known !== undefined) return known;
      const address = addressFor(download);
      addresses.set(key, address);
      return address;
    },
    clear() {
      for (const address of addresses.values()) if (address.startsWith('blob:')) URL.revokeObjectURL(address);
      addresses.clear();
    },
  };
}

function addressFor({ metadata, content }: Download): string {
  const type = metadata.contentType ?? '';
  if (typeof URL.createObjectURL === 'function')
    return URL.createObjectURL(new Blob([new Uint8Array(content)], { type }));
  const text = Array.from(content, (byte) => String.fromCharCode(byte)).join('');
  return `data:${type};base64,${btoa(text)}`;
}
