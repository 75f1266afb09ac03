/** Limit on the documents that a request's rules may look up. */

const perAccess = 10;
const perBatch = 20;
const perFile = 2;

/** Counter of the look-ups of one request. A document looked up before is free. */
export class LookupBudget {
  private readonly limit: number;
  private readonly eachLimit: number;
  private readonly known = new Set<string>();
  private spent = 0;

  private constructor(limit: number, eachLimit: number) {
    this.limit = limit;
    this.eachLimit = eachLimit;
  }

  /** Budget of one access, or one query: 10. */
  static single(): LookupBudget {
    return new LookupBudget(perAccess, perAccess);
  }

  /** Budget of the accesses of one batch or transaction: 20 together, and 10 for each. */
  static batch(): LookupBudget {
    return new LookupBudget(perBatch, perAccess);
  }

  /** Budget of one access to a file: 2. */
  static file(): LookupBudget {
    return new LookupBudget(perFile, perFile);
  }

  /** Begins an access of the request, with a share of its own within the rest. */
  begin(): void {
    this.spent = 0;
  }

  /** Counts one look-up. Null while within the budget, else the limit that is reached. */
  take(key: string): string | null {
    if (this.known.has(key)) return null;
    if (this.spent >= this.eachLimit) return `it may look up ${this.eachLimit} documents, and has`;
    if (this.known.size >= this.limit)
      return `all accesses of a batch or transaction may look up ${this.limit} documents together, and have`;
    this.known.add(key);
    this.spent++;
    return null;
  }
}
