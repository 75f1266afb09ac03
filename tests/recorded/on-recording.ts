/** Tests on a recording, which are counted whether it is there or not. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, test } from 'vitest';
import { recordingAt, whyMissing } from '../recordings.ts';

interface Task {
  readonly type: string;
  readonly tasks?: readonly Task[];
}

/**
 * Declares the tests that `define` makes of a recording. Where it is missing, declares as many that are skipped, each with the reason.
 * @param name of the file or folder, as for `recordingAt`
 * @param count of its tests, which fail where it is wrong
 */
export function onRecording(name: string, count: number, define: (place: string) => void): void {
  const place = recordingAt(name);
  if (place === null) return skipped(name, count);
  describe(`recorded in ${name}`, () => {
    // Vitest reads from the pattern which fixtures a hook takes; this one takes none.
    // oxlint-disable-next-line no-empty-pattern
    beforeAll(({}, suite) => {
      const found = testsIn(suite as Task);
      if (found !== count)
        throw new Error(`${name} makes ${found} tests: write this number down in place of ${count}.`);
    });
    define(place);
  });
}

function skipped(name: string, count: number): void {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  describe(`skipped: ${whyMissing(name)}`, () => {
    // oxlint-disable-next-line vitest/expect-expect
    test.for(numbers)(`test %i of ${count}`, (_, { skip }) => skip(whyMissing(name)));
  });
}

const testsIn = ({ type, tasks }: Task): number =>
  tasks ? tasks.reduce((sum, one) => sum + testsIn(one), 0) : Number(type === 'test');

export const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
