/** A short story of one port: what is done, and what must be so afterwards, whatever else is done and however often. */
import type { Capability } from '#ports/capabilities.ts';
import type { Scene } from '../scene.ts';

/** Check that the state is as the story left it. */
export type Check = () => Promise<void>;

export interface Chapter {
  readonly name: string;
  readonly needs: readonly Capability[];
  /** `n`: how many stories were told before; names end in it. */
  tell(scene: Scene, n: number): Promise<Check>;
}
