/** Values of expressions. */
import { type Keys, TreeNode } from '#query/tree/node.ts';
import { Pattern } from './pattern.ts';
import type { Expression } from './syntax.ts';

/** Value of an expression. A token's may be any JSON; a place with children is its node. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Pattern
  | RuleSnapshot
  | TreeNode
  | readonly Value[]
  | { readonly [name: string]: Value };

/** Something that has no value: the whole rule counts as not met. */
export class RuleFailure extends Error {
  readonly expression: Expression;

  constructor(expression: Expression, problem: string) {
    super(problem);
    this.expression = expression;
  }
}

/** A place of the tree as rules see it. */
export class RuleSnapshot {
  private readonly root: TreeNode;
  private readonly keys: Keys;
  /** Receives each place that was read. */
  private readonly touched: ((keys: Keys) => void) | null;

  constructor(root: TreeNode, keys: Keys, touched: ((keys: Keys) => void) | null = null) {
    this.root = root;
    this.keys = keys;
    this.touched = touched;
  }

  node(): TreeNode {
    this.touched?.(this.keys);
    return this.root.at(this.keys);
  }

  child(path: string): RuleSnapshot {
    const below = path.split('/').filter((key) => key !== '');
    return new RuleSnapshot(this.root, [...this.keys, ...below], this.touched);
  }

  /** `null` at the root. */
  parent(): RuleSnapshot | null {
    if (this.keys.length === 0) return null;
    return new RuleSnapshot(this.root, this.keys.slice(0, -1), this.touched);
  }

  path(): string {
    return `/${this.keys.join('/')}`;
  }
}

export const plainOf = (node: TreeNode): Value => (node.children.size > 0 ? node : node.value);

const longest = 60;

/** Short text of a value, for explanations. */
export function describe(value: Value): string {
  const text = written(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function written(value: Value): string {
  if (value instanceof RuleSnapshot) return `the data at ${value.path()}`;
  if (value instanceof TreeNode) return JSON.stringify(value.toJson());
  if (value instanceof Pattern) return value.written;
  return typeof value === 'string' ? `'${value.slice(0, longest)}'` : JSON.stringify(value);
}
