/** A program by which a person acts: an API key, or Slack. Asked in the transaction of each command, so that one that has ended since begins nothing. */
import type { EntryProgram } from '#domain/timeline/schema.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface ActingProgram {
  /** Ends the call unless the program may still act for the caller. */
  require(work: UnitOfWork, userId: string): Promise<ActingNames>;
}

export interface ActingNames {
  /** For timelines. */
  readonly via: EntryProgram;
  /** For the audit, such as “API key Deploys”. */
  readonly audited: string;
}
