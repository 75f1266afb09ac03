/** Processor time and memory of this process. */

declare const gc: (() => void) | undefined;

export interface Cost {
  /** Microseconds of processor time for each operation, collecting garbage included. */
  readonly cpu: number;
  /** Microseconds that went by for each. */
  readonly wall: number;
  readonly operations: number;
}

export class Stopwatch {
  private readonly startedCpu = process.cpuUsage();
  private readonly startedWall = performance.now();

  wallMs(): number {
    return performance.now() - this.startedWall;
  }

  cost(operations: number): Cost {
    const { user, system } = process.cpuUsage(this.startedCpu);
    return { cpu: (user + system) / operations, wall: (this.wallMs() * 1000) / operations, operations };
  }
}

/** Bytes in use, after two collections. */
export async function bytesInUse(): Promise<number> {
  if (typeof gc !== 'function') throw new Error('Run with --expose-gc.');
  for (let round = 0; round < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
