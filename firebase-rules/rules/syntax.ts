/** A ruleset as its source says it. Read by `parse`, run by `compile`, and reasoned about by the proof of list queries. */

import type { Problem } from './rules-error.ts';

/** Range in the source: `source.slice(start, end)` is its text; line and column count from 1. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

export type ServiceKind = 'cloud.firestore' | 'firebase.storage';
export type AccessMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

export interface Ruleset {
  readonly source: string;
  readonly version: 1 | 2;
  readonly service: ServiceKind;
  /** Scope of the functions outside every match, and of all other global names. */
  readonly scope: Scope;
  readonly matches: readonly MatchBlock[];
  /** Code that the language allows and that fails whenever it is evaluated. */
  readonly warnings: readonly Problem[];
}

/** Names that an expression sees, from the innermost block outwards. */
export interface Scope {
  readonly parent: Scope | null;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Wildcards of a match, or parameters and lets of a function. */
  readonly names: readonly string[];
}

export interface MatchBlock {
  readonly at: Span;
  /** Path of this block alone, without those of the blocks around it. */
  readonly pattern: readonly PatternSegment[];
  readonly scope: Scope;
  readonly allows: readonly Allow[];
  readonly matches: readonly MatchBlock[];
}

/** `rest` takes one segment or more in version 1, none or more in version 2. */
export type PatternSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string };

export interface Allow {
  readonly at: Span;
  /** `read` and `write` are taken apart. */
  readonly methods: readonly AccessMethod[];
  /** `null`: always. */
  readonly condition: Expression | null;
}

export interface FunctionDeclaration {
  readonly at: Span;
  readonly name: string;
  readonly parameters: readonly string[];
  readonly lets: readonly Let[];
  readonly result: Expression;
  /** Names visible in its body: its own parameters and lets, then the block that it is declared in. */
  readonly scope: Scope;
}

export interface Let {
  readonly at: Span;
  readonly name: string;
  readonly value: Expression;
}

export type Expression =
  | Literal
  | ListLiteral
  | MapLiteral
  | PathLiteral
  | Variable
  | Member
  | Index
  | Range
  | Call
  | MethodCall
  | Unary
  | Binary
  | TypeTest
  | Ternary;

interface Node<Kind extends string> {
  readonly kind: Kind;
  readonly at: Span;
}

/** `float` distinguishes 1.0 from 1. Integers beyond the exact range of a number are bigints; b'…' are bytes. */
export interface Literal extends Node<'literal'> {
  readonly value: null | boolean | string | number | bigint | Uint8Array;
  readonly float: boolean;
}

export interface ListLiteral extends Node<'list'> {
  readonly items: readonly Expression[];
}

export interface MapLiteral extends Node<'map'> {
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}

/** `/users/$(uid)`: text as it stands, and expressions. */
export interface PathLiteral extends Node<'path'> {
  readonly segments: readonly (string | Expression)[];
}

/**
 * A wildcard, parameter or let; else `request`, `resource` or a namespace such as `math`. An unknown name fails, except in `$( )` of a
 * path, where it is a segment that `bind` fills.
 */
export interface Variable extends Node<'variable'> {
  readonly name: string;
}

export interface Member extends Node<'member'> {
  readonly target: Expression;
  readonly name: string;
}

export interface Index extends Node<'index'> {
  readonly target: Expression;
  readonly index: Expression;
}

/** `target[from:to]` */
export interface Range extends Node<'range'> {
  readonly target: Expression;
  readonly from: Expression;
  readonly to: Expression;
}

/** A declared function, found through the scope, else a built-in one. */
export interface Call extends Node<'call'> {
  readonly name: string;
  readonly args: readonly Expression[];
}

/** A method of a value, or a function of a namespace (`math.abs(x)`: the target is the variable `math`). */
export interface MethodCall extends Node<'method'> {
  readonly target: Expression;
  readonly name: string;
  readonly args: readonly Expression[];
}

export interface Unary extends Node<'unary'> {
  readonly operator: '!' | '-';
  readonly operand: Expression;
}

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export interface Binary extends Node<'binary'> {
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `value is string` */
export interface TypeTest extends Node<'is'> {
  readonly value: Expression;
  readonly type: string;
}

export interface Ternary extends Node<'ternary'> {
  readonly test: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}
