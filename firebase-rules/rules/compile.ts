/** A ruleset made ready: its match blocks by path, its conditions as closures. */
import type { Run } from './closures.ts';
import { Compiler } from './compile-expression.ts';
import type { AllowObserver } from './decisions.ts';
import type { Evaluation } from './evaluation.ts';
import { type Found, MatchIndex } from './match-index.ts';
import { parse } from './parse.ts';
import { Slots } from './slots.ts';
import type { AccessMethod, Allow, Expression, MatchBlock, Ruleset, Scope, ServiceKind } from './syntax.ts';
import { RulesError } from './rules-error.ts';
import { Tracer } from './trace.ts';

interface CompiledAllow {
  readonly allow: Allow;
  /** Null: always. */
  readonly condition: Run | null;
}

interface CompiledBlock {
  readonly block: MatchBlock;
  readonly allows: Readonly<Record<AccessMethod, readonly CompiledAllow[]>>;
}

export class CompiledRules {
  readonly syntax: Ruleset;
  private readonly slots: Slots;
  private readonly index: MatchIndex<CompiledBlock>;

  /** @throws RulesError */
  constructor(source: string, service: ServiceKind) {
    this.syntax = parse(source);
    if (this.syntax.service !== service)
      throw new RulesError({
        line: 1,
        column: 1,
        message: `These are rules of ${this.syntax.service}: give those of ${service}.`,
      });
    this.slots = new Slots(this.syntax);
    const compiler = new Compiler(service, this.slots);
    this.index = new MatchIndex(this.syntax, (block) => compiledBlock(block, compiler));
  }

  /** Blocks that cover a path, each with the values of its wildcards. */
  blocks(segments: readonly string[]): readonly Found<CompiledBlock>[] {
    return this.index.find(segments);
  }

  /** Whether any allow holds. @throws LimitReached */
  allows(
    blocks: readonly Found<CompiledBlock>[],
    method: AccessMethod,
    of: Evaluation,
    seen?: AllowObserver,
  ): boolean {
    for (const { entry, captures } of blocks) {
      of.captures = captures;
      for (const { allow, condition } of entry.allows[method]) {
        const holds = !condition || condition(of) === true;
        seen?.(allow, holds);
        if (holds) return true;
      }
    }
    return false;
  }

  /** Conditions compiled so that the tracer gets the result of every part. */
  traced(): { readonly tracer: Tracer; condition(allow: Allow, block: MatchBlock): Run | null } {
    const tracer = new Tracer();
    const compiler = new Compiler(this.syntax.service, this.slots, tracer.wrap);
    return {
      tracer,
      condition: ({ condition }, { scope }) => condition && compiler.condition(condition, scope),
    };
  }

  textOf({ at }: Pick<Expression | Allow, 'at'>): string {
    const text = this.syntax.source.slice(at.start, at.end);
    return text.replace(stringOrBlank, (_, string?: string, dot?: string) => string ?? (dot || ' '));
  }
}

/** Strings stay, comments and white space become one space, or none before a dot. */
const stringOrBlank = /('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+(\.?)/g;

function compiledBlock(block: MatchBlock, compiler: Compiler): CompiledBlock | null {
  if (block.allows.length === 0) return null;
  const compiled = block.allows.map((allow) => ({
    allow,
    condition: allow.condition && whenAsked(compiler, allow.condition, block.scope),
  }));
  const forMethod = (method: AccessMethod) => compiled.filter(({ allow }) => allow.methods.includes(method));
  return {
    block,
    allows: {
      get: forMethod('get'),
      list: forMethod('list'),
      create: forMethod('create'),
      update: forMethod('update'),
      delete: forMethod('delete'),
    },
  };
}

/** Compiles a condition at its first evaluation: one test uses only a small part of a ruleset. */
function whenAsked(compiler: Compiler, condition: Expression, scope: Scope): Run {
  let run: Run | null = null;
  return (of) => (run ??= compiler.condition(condition, scope))(of);
}
