/** Left-out parts of a reading of a calendar: all counted, the first ones named. */
import { limits } from '#domain/constants.ts';
import type { LeftOutEntry } from '#domain/leave-calendar/left-out.ts';

/** Reason why an event is left out, to be read after its title. */
export class UnreadableEvent extends Error {}

export class LeftOutList {
  readonly named: LeftOutEntry[] = [];
  count = 0;

  add(entry: LeftOutEntry): void {
    this.count += 1;
    if (this.named.length < limits.leftOutNotes) this.named.push(entry);
  }
}
