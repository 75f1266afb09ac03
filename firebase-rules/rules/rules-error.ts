/** Error in a ruleset's source. */

export interface Problem {
  readonly line: number;
  readonly column: number;
  /** A sentence: the mistake, and the correction. */
  readonly message: string;
}

/** Error of a source that is no ruleset. Line and column are those of the first problem; the message has all. */
export class RulesError extends Error {
  override readonly name = 'RulesError';
  readonly line: number;
  readonly column: number;
  readonly problems: readonly Problem[];

  constructor(first: Problem, ...more: readonly Problem[]) {
    super([first, ...more].map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
    this.line = first.line;
    this.column = first.column;
    this.problems = [first, ...more];
  }
}
