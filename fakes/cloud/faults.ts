/** Queue of injected faults, filled by a test or the operator's panel. First in, first used. */
import type { Fault } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { checkFault } from './fault-checks.ts';
import type { Room } from './protocol.ts';
import type { Random } from '#provider-kit/random.ts';

interface Queued {
  readonly fault: Fault;
  /** Number of times that it still applies. */
  left: number;
  /** Times of the requests that a quota has let through and still counts, oldest first. */
  readonly served: number[];
}

export interface FaultVerdict {
  readonly delayMs: number;
  readonly refusal: PortError | null;
  readonly loseAnswer: boolean;
}

const clean: FaultVerdict = { delayMs: 0, refusal: null, loseAnswer: false };

export class FaultQueue {
  private queue: Queued[] = [];
  private readonly clock: Clock;
  private readonly random: Random;

  constructor(clock: Clock, random: Random) {
    this.clock = clock;
    this.random = random;
  }

  /** @throws PortError invalid-argument */
  inject(fault: Fault): void {
    checkFault(fault);
    const times = 'times' in fault ? (fault.times ?? 1) : fault.kind === 'quota' ? Infinity : 1;
    this.queue.push({ fault, left: times, served: [] });
  }

  clear(): void {
    this.queue = [];
  }

  /** The faults that this request meets; each is used up by one. */
  verdict(room: Room, operation: string): FaultVerdict {
    if (this.queue.length === 0) return clean;
    let verdict = clean;
    for (const entry of this.queue) {
      if (entry.fault.kind === 'crash' || !concerns(entry, room, operation)) continue;
      entry.left--;
      verdict = this.apply(verdict, entry);
      if (verdict.refusal || verdict.loseAnswer) break;
    }
    this.tidy();
    return verdict;
  }

  /** Number of a request's writes after which the backend crashes; `null` for none. */
  crash(service: 'docs' | 'realtime' | 'functions', operation: string): number | null {
    if (this.queue.length === 0) return null;
    for (const entry of this.queue) {
      if (entry.fault.kind !== 'crash' || !concerns(entry, service, operation)) continue;
      entry.left--;
      this.tidy();
      return entry.fault.afterWrites;
    }
    return null;
  }

  private apply(verdict: FaultVerdict, { fault, served }: Queued): FaultVerdict {
    switch (fault.kind) {
      case 'latency': {
        const jitter = fault.jitterMs ? this.random.integer(fault.jitterMs + 1) : 0;
        return { ...verdict, delayMs: verdict.delayMs + fault.ms + jitter };
      }
      case 'refuse':
        return {
          ...verdict,
          refusal: new PortError(fault.code, fault.message ?? `Refused on purpose: ${fault.code}.`),
        };
      case 'quota': {
        const now = this.clock.now();
        while (served[0] !== undefined && served[0] <= now - fault.perMs) served.shift();
        if (served.length < fault.requests) served.push(now);
        else return { ...verdict, refusal: exhausted(fault.requests, fault.perMs) };
        return verdict;
      }
      default:
        return { ...verdict, loseAnswer: true };
    }
  }

  private tidy(): void {
    this.queue = this.queue.filter((entry) => entry.left > 0);
  }
}

function concerns({ fault, left }: Queued, room: Room, operation: string): boolean {
  if (room === 'control' || left <= 0) return false;
  switch (fault.kind) {
    case 'latency':
      return fault.service === undefined || fault.service === room;
    case 'refuse':
    case 'lose-answer':
    case 'quota':
    case 'crash':
      return fault.service === room && (fault.operation === undefined || fault.operation === operation);
    default:
      return false;
  }
}

const exhausted = (requests: number, perMs: number) =>
  new PortError(
    'resource-exhausted',
    `The quota is used up: ${requests} requests in ${perMs} milliseconds. Try again later.`,
  );
