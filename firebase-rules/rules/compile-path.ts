/** Paths, and the look-ups of the documents that they name. */
import { DocRef } from '#ports/docs/values.ts';
import type { Run } from './closures.ts';
import { withType } from './describe.ts';
import { type Evaluation, relativePath } from './evaluation.ts';
import type { LookupFunction } from './lookup-functions.ts';
import { segmentsOf } from './other-methods.ts';
import type { Slots } from './slots.ts';
import type { Expression, PathLiteral, Scope } from './syntax.ts';
import { documentPath, Failure, Path } from './values.ts';

/** Position of an expression. */
export interface Place {
  readonly scope: Scope;
  /** Number of the function's names that are visible; a let sees those before it. */
  readonly visible: number;
}

export class PathCompiler {
  private readonly slots: Slots;
  private readonly expression: (expression: Expression, place: Place) => Run;
  /** Fast path: skip building the `Path` value of a look-up (off while tracing). */
  private readonly short: boolean;

  constructor(slots: Slots, expression: (expression: Expression, place: Place) => Run, short: boolean) {
    this.slots = slots;
    this.expression = expression;
    this.short = short;
  }

  path({ segments }: PathLiteral, place: Place): Run {
    const parts = segments.map((segment) =>
      typeof segment === 'string' ? segment : this.segment(segment, place),
    );
    if (parts.every((part) => typeof part === 'string')) {
      const path = new Path(parts);
      return () => path;
    }
    return (of) => {
      const found: Path['segments'][number][] = [];
      for (const part of parts) {
        if (typeof part === 'string') {
          found.push(part);
          continue;
        }
        const value = part(of);
        if (value instanceof Failure) return value;
        if (typeof value === 'string' && !value.includes('/')) {
          found.push(value);
          continue;
        }
        const several = segmentsOf(value);
        if (several instanceof Failure) return several;
        found.push(...several);
      }
      return new Path(found);
    };
  }

  /** A name that means nothing is a place for `bind`. */
  private segment(segment: Expression, place: Place): Run {
    const isPlace =
      segment.kind === 'variable' &&
      segment.name !== 'request' &&
      segment.name !== 'resource' &&
      !this.slots.find(place.scope, segment.name, place.visible);
    if (!isPlace) return this.expression(segment, place);
    const path = new Path([{ name: segment.name }]);
    return () => path;
  }

  lookup(name: string, { after, gives }: LookupFunction, args: readonly Expression[], place: Place): Run {
    const [arg] = args;
    if (!arg || args.length > 1) return () => new Failure(() => `${name} takes one path`);
    const path = this.documentPath(name, arg, place);
    return (of) => {
      const relative = path(of);
      if (relative instanceof Failure) return relative;
      const found = of.documentAt(relative, after);
      if (gives === 'existence') return found !== null;
      return found ?? new Failure(() => `there is no document ${relative}`);
    };
  }

  /** Relative to the database's documents. */
  private documentPath(name: string, arg: Expression, place: Place): (of: Evaluation) => string | Failure {
    const path = this.expression(arg, place);
    const whole = (of: Evaluation) => {
      const value = path(of);
      if (value instanceof Failure) return value;
      const full = value instanceof DocRef ? documentPath(value.path) : value;
      if (full instanceof Path) return relativePath(full);
      return new Failure(() => `${name} wants a path, not ${withType(value)}`);
    };
    return !this.short || arg.kind !== 'path' ? whole : this.quickPath(arg, place, whole);
  }

  /** Fast path for look-ups of `/databases/$(database)/documents/…` with plain ids: their `Path` value need not be built. */
  private quickPath(
    { segments }: PathLiteral,
    place: Place,
    whole: (of: Evaluation) => string | Failure,
  ): (of: Evaluation) => string | Failure {
    const [root, database, documents, ...rest] = segments;
    if (root !== 'databases' || documents !== 'documents' || database === undefined) return whole;
    if (rest.length === 0 || rest.length % 2 === 1) return whole;
    const runOf = (part: string | Expression) =>
      typeof part === 'string' ? part : this.segment(part, place);
    const name = runOf(database);
    const runs = rest.map(runOf);
    return (of) => {
      if ((typeof name === 'string' ? name : name(of)) !== '(default)') return whole(of);
      let relative = '';
      for (const run of runs) {
        const part = typeof run === 'string' ? run : run(of);
        if (typeof part !== 'string' || part === '' || part.includes('/')) return whole(of);
        relative = relative === '' ? part : `${relative}/${part}`;
      }
      return relative;
    };
  }
}
