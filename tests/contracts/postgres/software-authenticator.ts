/** Authenticator of the tests, in a browser that asks the person nothing: ES256, attestation `none`, discoverable passkeys. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyBrowser } from '#adapters/postgres/client/auth/passkeys.ts';
import { PortError } from '#ports/errors.ts';
import { type Cbor, cbor } from './cbor.ts';

type CreationOptions = Parameters<PasskeyBrowser['create']>[0];
type RequestOptions = Parameters<PasskeyBrowser['get']>[0];

/** Changes of what an honest browser and authenticator answer. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly verifiesUser?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Attestation object, as it is. */
  readonly attestation?: Buffer;
  /** Format `packed`: signed by the passkey itself, or by the key of a certificate. */
  readonly signedBy?: 'passkey' | AttestationCertificate;
}

export interface AttestationCertificate {
  /** PEM. */
  readonly key: string;
  /** DER. */
  readonly certificate: Buffer;
}

interface StoredKey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
}

const flag = { present: 0x01, verified: 0x04, attested: 0x40 } as const;
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();

export class SoftwareAuthenticator implements PasskeyBrowser {
  forgery: Forgery = {};
  /** Signatures so far; 0 for one that does not count. */
  counter = 0;
  counts = true;
  private readonly keys: StoredKey[] = [];
  private readonly origin: string;

  constructor(origin = 'http://localhost') {
    this.origin = origin;
  }

  readonly create = async (options: CreationOptions) => {
    const rpId = options.rp.id ?? '';
    if (options.excludeCredentials?.some(({ id }) => this.keys.some((key) => key.id === id)))
      throw new PortError('auth/provider-already-linked', 'This device has a passkey of the account.');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(16);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = this.authData(rpId, flag.attested, [Buffer.alloc(16), length, id, cose]);
    const client = this.clientData('webauthn.create', options.challenge);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', this.forgery.signedBy ? 'packed' : 'none'],
        ['attStmt', this.statement(Buffer.concat([data, sha256(client)]), privateKey)],
        ['authData', data],
      ]),
    );
    const text = id.toString('base64url');
    this.keys.push({ id: text, rpId, userHandle: options.user.id, key: privateKey });
    return {
      id: text,
      rawId: text,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: (this.forgery.attestation ?? attestation).toString('base64url'),
        transports: ['internal' as const],
      },
    };
  };

  readonly get = async (options: RequestOptions) => {
    const wanted = options.allowCredentials ?? [];
    const stored = this.keys.findLast(
      ({ id, rpId }) =>
        rpId === options.rpId && (wanted.length === 0 || wanted.some((allowed) => allowed.id === id)),
    );
    if (!stored) throw new PortError('auth/popup-closed-by-user', 'The dialog ended without a passkey.');
    return this.answer(stored, options);
  };

  /** Signs with the newest key, whatever the options allow. */
  forge(options: RequestOptions) {
    const stored = this.keys.at(-1);
    if (!stored) throw new Error('This authenticator has no key.');
    return this.answer(stored, options);
  }

  private answer(stored: StoredKey, options: RequestOptions) {
    if (this.counts) this.counter++;
    const data = this.authData(stored.rpId, 0, []);
    const client = this.clientData('webauthn.get', options.challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), stored.key);
    return {
      id: stored.id,
      rawId: stored.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.forgery.userHandle ?? stored.userHandle,
      },
    };
  }

  /** Attestation statement (WebAuthn, section 8.2): empty for `none`. -7: ES256. */
  private statement(signed: Buffer, passkey: KeyObject): ReadonlyMap<string, Cbor> {
    const { signedBy } = this.forgery;
    if (signedBy === undefined) return new Map();
    const [key, more] =
      signedBy === 'passkey' ? [passkey, []] : [signedBy.key, [['x5c', [signedBy.certificate]] as const]];
    return new Map<string, Cbor>([['alg', -7], ['sig', sign('sha256', signed, key)], ...more]);
  }

  private authData(rpId: string, flags: number, attested: readonly Buffer[]): Buffer {
    const { verifiesUser = true, counter = this.counter } = this.forgery;
    const end = Buffer.alloc(5);
    end.writeUInt8(flags | flag.present | (verifiesUser ? flag.verified : 0));
    end.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(this.forgery.rpId ?? rpId), end, ...attested]);
  }

  private clientData(type: string, challenge: string): Buffer {
    const { origin = this.origin, crossOrigin = false, ...forged } = this.forgery;
    return Buffer.from(
      JSON.stringify({ type, challenge: forged.challenge ?? challenge, origin, crossOrigin }),
    );
  }
}
