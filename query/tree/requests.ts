/** Reads and writes as a program asks for them, checked: queries in normal form, and changes of a tree. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Priority, RealtimeQuery, RealtimeValue } from '#ports/realtime/realtime.ts';
import {
  checkPriority,
  checkUpdate,
  checkValue,
  normalQuery,
  pathKeys,
} from '#provider-kit/realtime/checks.ts';
import { type TreeChange, patchChange, settingsChange, updateChange } from './change.ts';
import { empty, leaf, priorityKey, type TreeNode } from './node.ts';
import { parseValue } from './values.ts';

/** @throws TypeError */
export const readRequest = (target: string | RealtimeQuery): NormalQuery => normalQuery(target);

/** A tree of one value. @throws TypeError for what a tree can't hold */
export function treeOf(value: RealtimeValue, now: number): TreeNode {
  checkValue(value, []);
  return parseValue(value, empty, now);
}

/** @throws TypeError */
export function setRequest(
  tree: TreeNode,
  {
    path,
    value,
    priority,
  }: { readonly path: string; readonly value: RealtimeValue; readonly priority: Priority },
  now: number,
): TreeChange {
  const keys = pathKeys(path);
  checkValue(value, keys);
  checkPriority(priority);
  return settingsChange(tree, [{ keys, value, priority }], now);
}

/** @throws TypeError */
export function priorityRequest(tree: TreeNode, path: string, priority: Priority, now: number): TreeChange {
  checkPriority(priority);
  return patchChange(tree, { keys: [...pathKeys(path), priorityKey], node: leaf(priority) }, now);
}

/** Values by paths relative to `path`, all at one moment. @throws TypeError */
export function updateRequest(
  tree: TreeNode,
  path: string,
  values: Readonly<Record<string, RealtimeValue>>,
  now: number,
): TreeChange {
  const settings = [...checkUpdate(path, values)].map(([keys, value]) => ({ keys, value, priority: null }));
  return updateChange(tree, settings, now);
}
