/** Quotas of a visitor in a shared cloud, with their reasons, and hourly counters. */
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';

const mebi = 1024 * 1024;

export interface Quotas {
  /** Bytes and uploads of one account within a week, half-sent ones included. */
  readonly uploadBytesPerWeek: number;
  readonly uploadsPerWeek: number;
  /** Bytes of the files that one account wrote, half-sent uploads included. */
  readonly bytesPerAccount: number;
  /** Uploads of one account that are under way. */
  readonly halfSentUploads: number;
  /** New accounts, mails with text messages, and push registrations that one network address may ask for within an hour. */
  readonly accountsPerHour: number;
  readonly mailsPerHour: number;
  readonly registrationsPerHour: number;
  /** Mails to one address within an hour, of all callers together. */
  readonly mailsToAddressPerHour: number;
}

/** Of a shared cloud. A team behind one network address is one visitor to the counters of an hour. */
export const visitorQuotas: Quotas = {
  uploadBytesPerWeek: 512 * mebi,
  uploadsPerWeek: 300,
  bytesPerAccount: 4096 * mebi,
  halfSentUploads: 20,
  accountsPerHour: 100,
  mailsPerHour: 200,
  registrationsPerHour: 200,
  mailsToAddressPerHour: 10,
};

type Hourly = 'accountsPerHour' | 'mailsPerHour' | 'registrationsPerHour' | 'mailsToAddressPerHour';

/** Code and sentence beyond each quota. */
export const quotaRefusals: {
  readonly [name in keyof Quotas]: readonly [code: PortErrorCode, message: (most: number) => string];
} = {
  uploadBytesPerWeek: [
    'storage/quota-exceeded',
    (most) =>
      `An account can upload ${Math.floor(most / mebi)} MB within a week. Send a smaller file, or try again in some days.`,
  ],
  uploadsPerWeek: [
    'storage/quota-exceeded',
    (most) => `An account can upload ${most} files within a week. Try again in some days.`,
  ],
  bytesPerAccount: [
    'storage/quota-exceeded',
    (most) =>
      `The files of an account can have ${Math.floor(most / mebi)} MB in all. Remove files that are no longer needed first.`,
  ],
  halfSentUploads: [
    'storage/quota-exceeded',
    (most) => `${most} uploads are under way. Finish or cancel one first.`,
  ],
  accountsPerHour: [
    'auth/too-many-requests',
    () =>
      'Too many accounts were made from this network. Try again in an hour, or sign in to an account that is there.',
  ],
  mailsPerHour: [
    'auth/too-many-requests',
    () => 'Too many messages were sent from this network. Try again in an hour.',
  ],
  registrationsPerHour: [
    'resource-exhausted',
    () => 'Too many browsers were registered from this network. Try again in an hour.',
  ],
  mailsToAddressPerHour: [
    'auth/too-many-requests',
    () =>
      'Too many mails were sent to this address. Look for them among the junk mail, or try again in an hour.',
  ],
};

/** The refusal beyond a quota. */
export function quotaExceeded(quotas: Quotas, name: keyof Quotas): PortError {
  const [code, message] = quotaRefusals[name];
  return new PortError(code, message(quotas[name]));
}

const hour = 3_600_000;
/** Counters that are kept; of those beyond, the oldest are forgotten. */
const mostCounters = 10_000;

interface Counter {
  readonly since: number;
  readonly count: number;
}

/** Counters of the present hour, by quota and subject. In memory only. */
export class HourlyCounters {
  private readonly quotas: Quotas | null;
  private readonly clock: Pick<Clock, 'now'>;
  /** By the beginning of their hour. */
  private readonly counters = new Map<string, Counter>();

  /** `quotas` null: nothing is counted. */
  constructor(quotas: Quotas | null, clock: Pick<Clock, 'now'>) {
    this.quotas = quotas;
    this.clock = clock;
  }

  /** Counts one more. @throws PortError the quota's refusal: nothing is counted then */
  take(quota: Hourly, of: string): void {
    if (!this.quotas) return;
    this.sweep();
    const key = `${quota} ${of}`;
    const { since, count } = this.counters.get(key) ?? { since: this.clock.now(), count: 0 };
    if (count >= this.quotas[quota]) throw quotaExceeded(this.quotas, quota);
    this.counters.set(key, { since, count: count + 1 });
  }

  private sweep(): void {
    const before = this.clock.now() - hour;
    for (const [key, { since }] of this.counters) {
      if (since > before && this.counters.size < mostCounters) return;
      this.counters.delete(key);
    }
  }
}
