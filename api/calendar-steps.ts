/**
 * Count of the steps that ical.js takes. Its iterators have no bound of their own: a rule under which no date comes, a zone that changes
 * every second and a duration of a thousand years are loops without an end. All of its loops come through the methods counted here.
 */
import ICAL from 'ical.js';

/** Thrown out of ical.js when a reading or one of its parts has taken all of its steps. */
export class StepsExceeded extends Error {}

export class StepCounter {
  private readonly all: number;
  private remaining: number;
  private partRemaining: number;

  /** `all`: steps of the whole reading. */
  constructor(all: number) {
    this.all = all;
    this.remaining = all;
    this.partRemaining = all;
  }

  /** All steps are taken: nothing more is read. */
  isExhausted(): boolean {
    return this.remaining <= 0;
  }

  takenOfAll(): number {
    return this.all - this.remaining;
  }

  /** Steps that the part which runs may still take. */
  remainingOfPart(): number {
    return Math.min(this.remaining, this.partRemaining);
  }

  /** @throws StepsExceeded */
  take(steps: number): void {
    this.remaining -= steps;
    this.partRemaining -= steps;
    if (this.remaining <= 0 || this.partRemaining <= 0) throw new StepsExceeded();
  }

  /** Runs a part of the reading, of `most` steps. @throws StepsExceeded */
  part<T>(most: number, run: () => T): T {
    const outer = this.partRemaining;
    running.push(this);
    this.partRemaining = Math.min(most, outer);
    const before = this.partRemaining;
    try {
      return run();
    } finally {
      running.pop();
      this.partRemaining = outer - (before - this.partRemaining);
    }
  }
}

/** Counters of the parts that run, the innermost last; empty while other modules use ical.js. */
const running: StepCounter[] = [];

type Method = (this: unknown, ...parameters: unknown[]) => unknown;

/** Each call of the method is a step, and as many more as there are values in its list. */
function countCalls(owner: object, name: string): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') throw new TypeError(`ical.js has no ${name}.`);
  const counted: Method = function (...parameters) {
    const list = parameters.find(Array.isArray);
    running.at(-1)?.take(1 + (list?.length ?? 0));
    return Reflect.apply(original, this, parameters);
  };
  Reflect.set(owner, name, counted);
}

const iterator = ICAL.RecurIterator.prototype;
countCalls(ICAL.Time, 'daysInMonth');
countCalls(iterator, 'check_contracting_rules');
countCalls(iterator, 'expand_year_days');
countCalls(iterator, 'increment_month');
countCalls(iterator, 'normalizeByMonthDayRules');
countCalls(iterator, 'ruleDayOfWeek');
countCalls(ICAL.Component.prototype, 'getFirstProperty');
