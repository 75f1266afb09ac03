/** The tree of realtime values. */
import type { Unsubscribe } from '#ports/shared.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import { settingsChange, type TreeSetting, updateChange } from '#query/tree/change.ts';
import { empty, type TreeNode } from '#query/tree/node.ts';

/** A write of one moment. */
export interface TreeWrite {
  readonly settings: readonly TreeSetting[];
  /** An update of several places; else one place is set. */
  readonly update: boolean;
}

/** The tree with a write in it. */
export const withWrite = (root: TreeNode, { settings, update }: TreeWrite, now: number): TreeNode =>
  (update ? updateChange : settingsChange)(root, settings, now).after;

export class PlainTree {
  root = empty;
  private readonly now: () => number;
  private readonly listeners = new Set<() => void>();

  constructor(now: () => number) {
    this.now = now;
  }

  write(write: TreeWrite): void {
    this.root = withWrite(this.root, write, this.now());
    runEach([...this.listeners], (listener) => listener());
  }

  onChange(next: () => void): Unsubscribe {
    this.listeners.add(next);
    return () => this.listeners.delete(next);
  }
}
