/** Positions in the text of a ruleset. */
import { type Problem, RulesError } from '../rules/rules-error.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

export class Source {
  readonly text: string;
  private readonly lineStarts: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  place(offset: number): Place {
    const line = this.lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (this.lineStarts[line] ?? 0) + 1 };
  }

  problem(offset: number, message: string): Problem {
    return { ...this.place(offset), message };
  }

  fail(offset: number, message: string): never {
    throw new RulesError(this.problem(offset, message));
  }
}
