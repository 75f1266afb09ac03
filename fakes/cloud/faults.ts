/** What goes wrong on purpose: a typed queue that a test or the operator's panel fills. First in, first used. */
import type { Fault } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { Room } from './protocol.ts';

interface Queued {
  readonly fault: Fault;
  left: number;
}

export interface Verdict {
  readonly delayMs: number;
  readonly refusal: PortError | null;
  readonly loseAnswer: boolean;
}

const clean: Verdict = { delayMs: 0, refusal: null, loseAnswer: false };

export class FaultQueue {
  private queue: Queued[] = [];

  inject(fault: Fault): void {
    const times = 'times' in fault ? (fault.times ?? 1) : 1;
    this.queue.push({ fault, left: times });
  }

  clear(): void {
    this.queue = [];
  }

  /** The faults that this request meets; each is used up by one. */
  judge(room: Room, operation: string): Verdict {
    if (this.queue.length === 0) return clean;
    let verdict = clean;
    for (const entry of this.queue) {
      if (entry.left <= 0 || !concerns(entry.fault, room, operation)) continue;
      entry.left--;
      verdict = apply(verdict, entry.fault);
      if (verdict.refusal || verdict.loseAnswer) break;
    }
    this.queue = this.queue.filter((entry) => entry.left > 0);
    return verdict;
  }
}

function concerns(fault: Fault, room: Room, operation: string): boolean {
  if (room === 'control') return false;
  if (fault.kind === 'latency') return fault.service === undefined || fault.service === room;
  if (fault.kind === 'refuse' || fault.kind === 'lose-answer')
    return fault.service === room && (fault.operation === undefined || fault.operation === operation);
  return false;
}

function apply(verdict: Verdict, fault: Fault): Verdict {
  if (fault.kind === 'latency') return { ...verdict, delayMs: verdict.delayMs + fault.ms };
  if (fault.kind === 'refuse')
    return {
      ...verdict,
      refusal: new PortError(fault.code, fault.message ?? `Refused on purpose: ${fault.code}.`),
    };
  return { ...verdict, loseAnswer: true };
}
