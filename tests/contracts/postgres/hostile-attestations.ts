/** Attestation objects that no passkey is made of, by what each is. */
import { cbor } from './cbor.ts';

export const attestations: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.of(),
  'a text': cbor('none'),
  'an object that is cut off': Buffer.from('a363666d74646e6f6e65', 'hex'),
  'a list that is longer than all memory': Buffer.from('9bffffffffffffffff', 'hex'),
  'lists within lists': Buffer.alloc(12_000, 0x81),
  'an unknown format': cbor(
    new Map<string, string | Buffer | ReadonlyMap<string, string>>([
      ['fmt', 'none2'],
      ['attStmt', new Map<string, string>()],
      ['authData', Buffer.alloc(64)],
    ]),
  ),
  'a format with certificates that are none': cbor(
    new Map<string, string | Buffer | ReadonlyMap<string, Buffer>>([
      ['fmt', 'packed'],
      ['attStmt', new Map([['x5c', Buffer.alloc(64)]])],
      ['authData', Buffer.alloc(64)],
    ]),
  ),
  'authenticator data that is cut off': cbor(
    new Map<string, string | Buffer | ReadonlyMap<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', Buffer.alloc(36)],
    ]),
  ),
};
