/**
 * Hash by which a client of Firebase's wire protocol states its data: base64 of the SHA-1 of the value with its type, numbers as
 * the bits of a double; of a node with children, of its priority and its children's hashes, by priority, then key.
 */
import { sha1 } from '@noble/hashes/legacy.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64Of } from '#provider-kit/base64.ts';
import type { TreeNode } from '#query/tree/node.ts';

const known = new WeakMap<TreeNode, string>();

/** Hash of a node; the empty node's is the empty text. */
export function hashOf(node: TreeNode): string {
  if (node.isEmpty()) return '';
  let hash = known.get(node);
  if (hash === undefined) known.set(node, (hash = digest(textOf(node))));
  return hash;
}

function textOf(node: TreeNode): string {
  const { value, priority, children } = node;
  const prefix = priority === null ? '' : `priority:${typed(priority)}:`;
  if (value !== null) return `${prefix}${typed(value)}`;
  if (children.size === 0) return prefix;
  let text = prefix;
  for (const { key, node: child } of node.ordered('priority').entries()) text += `:${key}:${hashOf(child)}`;
  return text;
}

const typed = (value: boolean | number | string) =>
  `${typeof value}:${typeof value === 'number' ? doubleBits(value) : value}`;

function doubleBits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

const digest = (text: string) => base64Of(sha1(utf8ToBytes(text)));
