/** A ruleset made ready: its match blocks by path, its conditions as closures. */
import { Compiler, type Run } from './compile-expression.ts';
import type { Evaluation } from './evaluation.ts';
import { type Found, MatchIndex } from './match-index.ts';
import { parse } from './parse.ts';
import { Slots } from './slots.ts';
import type { AccessMethod, Allow, Expression, MatchBlock, Ruleset, ServiceKind } from './syntax.ts';
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

  /** The blocks that cover a path, each with what its wildcards stand for. */
  blocks(segments: readonly string[]): readonly Found<CompiledBlock>[] {
    return this.index.find(segments);
  }

  /** Does any allow hold? @throws LimitReached */
  allows(blocks: readonly Found<CompiledBlock>[], method: AccessMethod, of: Evaluation): boolean {
    for (const { entry, captures } of blocks) {
      of.captures = captures;
      for (const { condition } of entry.allows[method]) if (!condition || condition(of) === true) return true;
    }
    return false;
  }

  /** Conditions compiled so that the tracer learns what everything comes to. */
  traced(): { readonly tracer: Tracer; condition(allow: Allow, block: MatchBlock): Run | null } {
    const tracer = new Tracer();
    const compiler = new Compiler(this.syntax.service, this.slots, tracer.wrap);
    return {
      tracer,
      condition: ({ condition }, { scope }) => condition && compiler.condition(condition, scope),
    };
  }

  textOf({ at }: Pick<Expression | Allow, 'at'>): string {
    return this.syntax.source
      .slice(at.start, at.end)
      .replace(/\/\/[^\n]*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
}

function compiledBlock(block: MatchBlock, compiler: Compiler): CompiledBlock | null {
  if (block.allows.length === 0) return null;
  const compiled = block.allows.map((allow) => ({
    allow,
    condition: allow.condition && compiler.condition(allow.condition, block.scope),
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
