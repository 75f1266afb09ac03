/** Limits on documents and requests. Most are far below; a cheap upper bound shows it. */
import type { Write } from '#ports/docs/docs.ts';
import {
  documentBytes,
  documentBytesAtMost,
  fieldBytes,
  longestPathIn,
  operandBytes,
  writeBytes,
} from '#query/size.ts';
import type { DocData, FieldOp } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import type { IndexEntries } from './index-entries.ts';

const {
  documentBytes: largestDocument,
  valueBytes: largestValue,
  commitBytes: largestRequest,
} = platformLimits;
const {
  fieldPathBytes: longestFieldPath,
  indexEntries: mostEntries,
  operations: mostOperations,
} = platformLimits;

const refusal = (message: string) => new PortError('invalid-argument', message);

/** Limits of one commit. Each check returns the error, `null` for none. */
export class CommitLimits {
  private readonly entries: IndexEntries;
  private readonly operations = new Map<string, number>();
  /** No less than the bytes of the writes together. */
  private bound = 0;

  constructor(entries: IndexEntries) {
    this.entries = entries;
  }

  operation(path: string, op: FieldOp): void {
    this.operations.set(path, (this.operations.get(path) ?? 0) + 1);
    this.bound += operandBytes(op);
  }

  /** The document as a write leaves it. */
  document(path: string, data: DocData | null): PortError | null {
    const bound = documentBytesAtMost(path, data ?? {});
    this.bound += bound;
    const operations = this.operations.get(path) ?? 0;
    if (operations > mostOperations)
      return refusal(
        `${operations} operations on ${path} in one commit are too many; at most ${mostOperations} are done.`,
      );
    // Too long a path, or too much data, takes at least this many bytes.
    if (data === null || bound <= longestFieldPath) return null;
    return this.tooLarge(path, data, bound) ?? tooLong(path, data) ?? this.tooManyEntries(path, data, bound);
  }

  request(writes: readonly Write[]): PortError | null {
    if (this.bound <= largestRequest) return null;
    const bytes = writes.reduce((sum, write) => sum + writeBytes(write), 0);
    return bytes > largestRequest
      ? refusal(`The writes take ${bytes} bytes together; one request carries at most ${largestRequest}.`)
      : null;
  }

  private tooLarge(path: string, data: DocData, bound: number): PortError | null {
    if (bound <= largestValue) return null;
    const bytes = documentBytes(path, data);
    if (bytes > largestDocument)
      return refusal(`${path} would take ${bytes} bytes; a document holds at most ${largestDocument}.`);
    if (bytes <= largestValue) return null;
    for (const [name, value] of Object.entries(data)) {
      const size = fieldBytes(value);
      if (size > largestValue)
        return refusal(`${name} of ${path} would take ${size} bytes; a value has at most ${largestValue}.`);
    }
    return null;
  }

  private tooManyEntries(path: string, data: DocData, bound: number): PortError | null {
    if (this.entries.atMost(path, bound) <= mostEntries) return null;
    const count = this.entries.count(path, data, mostEntries);
    return count > mostEntries
      ? refusal(`${path} would take ${count} index entries; a document has at most ${mostEntries}.`)
      : null;
  }
}

function tooLong(path: string, data: DocData): PortError | null {
  const longest = longestPathIn(data);
  return longest > longestFieldPath
    ? refusal(`${path} has a path of fields ${longest} bytes long; it may be ${longestFieldPath}.`)
    : null;
}
