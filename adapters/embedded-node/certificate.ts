/** A certificate for this machine's names, and the authority of its own that signs it. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Tls } from './shared-cloud.ts';

/** Kept, so that phones that trust it go on doing so. */
export interface Authority {
  readonly key: string;
  readonly cert: string;
}

const dayMs = 24 * 3600 * 1000;
/** Longest period that browsers accept. The certificate is made anew at each start. */
const certificateDays = 397;
const authorityDays = 3650;

const name = 'Muster trial';
const common = { keyType: 'ec', algorithm: 'sha256' } as const;

export async function makeAuthority(): Promise<Authority> {
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: `${name} authority` }], {
    ...common,
    ...lasting(authorityDays),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

export async function certify(authority: Authority, names: readonly string[]): Promise<Tls> {
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: name }], {
    ...common,
    ...lasting(certificateDays),
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((own) => (isIP(own) ? { type: 7, ip: own } : { type: 2, value: own })),
      },
    ],
  });
  return { key: made.private, cert: made.cert, authority: authority.cert };
}

/** As a browser shows it. */
export const fingerprintOf = (cert: string): string => new X509Certificate(cert).fingerprint256;

function lasting(days: number) {
  // Clocks differ.
  const from = Date.now() - dayMs;
  return { notBeforeDate: new Date(from), notAfterDate: new Date(from + days * dayMs) };
}
