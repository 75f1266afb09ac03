/** Story of one port: actions, and a check that must hold afterwards, whatever other stories follow and however often. */
import type { Capability } from '#ports/capability-names.ts';
import type { Scene } from '../scene.ts';

/** Check that the state is as the story left it. */
export type ChapterCheck = () => Promise<void>;

export interface Chapter {
  readonly name: string;
  readonly needs: readonly Capability[];
  /** `n`: number of earlier stories; names end in it. */
  tell(scene: Scene, n: number): Promise<ChapterCheck>;
}
