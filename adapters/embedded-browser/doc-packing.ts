/** Packs stored documents while the cloud runs, in steps with pauses, some time after the application’s program is loaded and after writes. */
import type { Host } from '#fakes/cloud/clock.ts';
import type { DocPacker } from '#fakes/host/doc-directory.ts';
import type { Records } from '#fakes/host/records.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** Milliseconds until documents are packed after the program is loaded, or after a write. */
const delayMs = 2000;
/** Milliseconds between two steps. */
const pauseMs = 20;

export interface DocPacking {
  /** Begins to pack. */
  begin(packer: DocPacker): void;
  /** Called after each write. */
  soon(): void;
  /** Resolves when the step that is under way is done. No other follows. */
  stop(): Promise<void>;
}

/** A step that fails is the last: documents that are stored apart are complete too, and the next start tries it again. */
export function packDocuments({ pack }: Pick<Records, 'pack'>, host: Host): DocPacking {
  let packer: DocPacker | null = null;
  let stopped = pack === undefined;
  let timer: unknown = null;
  let step: Promise<void> = Promise.resolve();
  const after = (ms: number) => {
    if (stopped || !packer || timer !== null) return;
    timer = host.setTimeout(
      guardListener(() => (step = run())),
      ms,
    );
  };
  const run = async () => {
    let hasMore = false;
    try {
      if (packer) hasMore = (await pack?.(packer)) ?? false;
    } catch {
      stopped = true;
    }
    timer = null;
    if (hasMore) after(pauseMs);
  };
  return {
    begin(given) {
      packer = given;
      after(delayMs);
    },
    soon: () => after(delayMs),
    async stop() {
      stopped = true;
      if (timer !== null) host.clearTimeout(timer);
      await step;
    },
  };
}
