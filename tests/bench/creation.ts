/** Cost of creating a cloud, which each test with a cloud of its own pays. */
import { FakeCloud } from '#fakes/cloud/cloud.ts';

/** Milliseconds for a cloud with its eight services. */
export function creation(): number {
  const from = performance.now();
  const cloud = new FakeCloud();
  const took = performance.now() - from;
  cloud.dispose();
  return took;
}
