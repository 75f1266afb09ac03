/** Static check of a parsed ruleset: what the language forbids, and what can never work. */
import { functions, namespaces } from './functions.ts';
import { lookupFunction } from './lookup-functions.ts';
import { typeNames } from './operators.ts';
import type { Problem } from './rules-error.ts';
import { findFunction, findName } from './scope.ts';
import type {
  Expression,
  FunctionDeclaration,
  MatchBlock,
  PatternSegment,
  Ruleset,
  Scope,
} from './syntax.ts';
import { partsOf } from './walk.ts';

const mostParameters = 7;
const mostLets = 10;
const deepestCalls = 20;
const longestPath = 100;
const mostWildcards = 20;

const globals = ['request', 'resource'];

export interface Judgement {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function problemsOf(ruleset: Ruleset): Judgement {
  const judge = new Judge(ruleset);
  judge.declarations(ruleset.scope);
  for (const match of ruleset.matches) judge.match(match, []);
  return judge;
}

class Judge implements Judgement {
  readonly errors: Problem[] = [];
  readonly warnings: Problem[] = [];
  private readonly ruleset: Ruleset;
  /** Call depth of each function; null while it is being computed. */
  private readonly depths = new Map<FunctionDeclaration, number | null>();

  constructor(ruleset: Ruleset) {
    this.ruleset = ruleset;
  }

  match(block: MatchBlock, outer: readonly PatternSegment[]): void {
    const path = [...outer, ...block.pattern];
    this.path(block, path);
    this.declarations(block.scope);
    for (const { condition } of block.allows) if (condition) this.expression(condition, block.scope);
    for (const inner of block.matches) this.match(inner, path);
  }

  declarations(scope: Scope): void {
    for (const declaration of scope.functions.values()) this.declaration(declaration);
  }

  private path({ at, pattern }: MatchBlock, path: readonly PatternSegment[]): void {
    const rest = pattern.findIndex((segment) => segment.kind === 'rest');
    if (rest >= 0 && rest < pattern.length - 1 && this.ruleset.version === 1)
      this.error(at, "Version 1 takes {name=**} at the end of a path only: write rules_version = '2';");
    if (path.filter((segment) => segment.kind === 'rest').length > 1 && rest >= 0)
      this.error(at, 'A path takes one {name=**}, counting those of the matches around it.');
    if (path.length > longestPath) this.error(at, `A path has at most ${longestPath} segments: shorten it.`);
    if (path.filter((segment) => segment.kind !== 'literal').length > mostWildcards)
      this.error(at, `A path has at most ${mostWildcards} wildcards: use fewer.`);
  }

  private declaration(declaration: FunctionDeclaration): void {
    const { at, name, parameters, lets, result, scope } = declaration;
    if (parameters.length > mostParameters)
      this.error(at, `A function has at most ${mostParameters} parameters: give ${name} a map instead.`);
    if (lets.length > mostLets)
      this.error(at, `A function has at most ${mostLets} lets: split ${name} in two.`);
    for (const [index, each] of scope.names.entries())
      if (scope.names.indexOf(each) !== index)
        this.error(at, `${name} uses the name ${each} twice: rename one.`);
    for (const [index, { value }] of lets.entries()) {
      const seen = { ...scope, names: scope.names.slice(0, parameters.length + index) };
      this.expression(value, seen);
    }
    this.expression(result, scope);
    this.callDepth(declaration);
  }

  /** Call depth of a function, itself counted. */
  private callDepth(declaration: FunctionDeclaration, level = 1): number {
    if (level > deepestCalls + 1) return 0;
    const known = this.depths.get(declaration);
    if (known === null) {
      this.error(declaration.at, `${declaration.name} calls itself, which no function may: unroll it.`);
      return 0;
    }
    if (known !== undefined) return known;
    this.depths.set(declaration, null);
    let deepest = 0;
    const visit = (expression: Expression) => {
      const callee = expression.kind === 'call' ? findFunction(declaration.scope, expression.name) : null;
      if (callee) deepest = Math.max(deepest, this.callDepth(callee, level + 1));
      for (const part of partsOf(expression)) visit(part);
    };
    for (const { value } of declaration.lets) visit(value);
    visit(declaration.result);
    this.depths.set(declaration, deepest + 1);
    if (deepest + 1 === deepestCalls + 1)
      this.error(
        declaration.at,
        `Functions call each other at most ${deepestCalls} deep: flatten ${declaration.name}.`,
      );
    return deepest + 1;
  }

  private expression(expression: Expression, scope: Scope): void {
    const complaint = this.complaint(expression, scope);
    if (complaint)
      this.warnings.push({ line: expression.at.line, column: expression.at.column, message: complaint });
    for (const part of partsOf(expression)) {
      const placeholder = expression.kind === 'path' && part.kind === 'variable';
      const namespace =
        expression.kind === 'method' && part === expression.target && this.isNamespace(part, scope);
      if (!placeholder && !namespace) this.expression(part, scope);
    }
  }

  private isNamespace(target: Expression, scope: Scope): boolean {
    return (
      target.kind === 'variable' &&
      findName(scope, target.name) === null &&
      (namespaces.has(target.name) || target.name === 'firestore')
    );
  }

  private complaint(expression: Expression, scope: Scope): string | null {
    switch (expression.kind) {
      case 'variable':
        if (findName(scope, expression.name) || globals.includes(expression.name)) return null;
        return `Nothing here is named ${expression.name}.`;
      case 'is':
        return typeNames.includes(expression.type) ? null : `There is no type ${expression.type}.`;
      case 'call': {
        const callee = findFunction(scope, expression.name);
        if (callee && callee.parameters.length !== expression.args.length)
          return `${callee.name} takes ${callee.parameters.length} arguments, not ${expression.args.length}.`;
        if (callee || lookupFunction(this.ruleset.service, null, expression.name)) return null;
        if (expression.name === 'debug') return 'Remove debug: the hosted service does not know it.';
        return Object.hasOwn(functions, expression.name) ? null : `There is no function ${expression.name}.`;
      }
      case 'method': {
        if (expression.target.kind !== 'variable' || !this.isNamespace(expression.target, scope)) return null;
        const { name } = expression.target;
        const known =
          Object.hasOwn(namespaces.get(name) ?? {}, expression.name) ||
          lookupFunction(this.ruleset.service, name, expression.name);
        return known ? null : `There is no function ${name}.${expression.name}.`;
      }
      default:
        return null;
    }
  }

  private error({ line, column }: { line: number; column: number }, message: string): void {
    this.errors.push({ line, column, message });
  }
}
