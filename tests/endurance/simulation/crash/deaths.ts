/**
 * Crash of Muster's server code after each of its writes, one at a time, with a retry by the waiting party: the caller with the same
 * command id, the alert sender with the same message, the platform with the same task, the sweep a minute later. The final state equals
 * that without the crash: documents, access to rooms, and every person notified for every step. Each push is sent once, but for pushes
 * whose run died between sending and recording, at most as many as are sent side by side: the sweep sends those again, for a page that
 * shows twice is better than one that never does.
 */
import { describe, expect, test } from 'vitest';
import { effectsAtOnce } from '#functions/kernel/effects.ts';
import type { CrashOperation } from './operation.ts';
import { type Blur, canonicalState } from './canonical-state.ts';
import { Sandbox } from './sandbox.ts';

/** More writes than any operation makes. */
const mostWrites = 60;
/** Time for every page to escalate. */
const mostMinutes = 40;
/** Time for the sweep to repair lost effects. */
const repairMinutes = 5;

/** A test for each of the operations. A test file for each list of them: all together take longer than any other file. */
export const testDeaths = (operations: readonly CrashOperation[]): void =>
  describe.each(operations)('$name', (operation) => {
    test('ends in the same state after a crash at any write', async () => {
      const clean = await run(operation, null, null);
      expect(clean.deaths).toBe(0);
      let died = 0;
      for (let writes = 0; ; writes++) {
        expect(writes).toBeLessThan(mostWrites);
        const cut = await run(operation, writes, clean);
        if (cut.deaths === 0) break;
        died++;
        const left = differences(clean.state, cut.state);
        expect({ writes, left, asked: cut.asked }).toEqual({ writes, left: [], asked: clean.asked });
        expect(cut.again).toBeLessThanOrEqual(effectsAtOnce);
        expect(cut.settled).toBeLessThanOrEqual(clean.settled);
      }
      // Crashes before the first write, after the last one, and at least once between.
      expect(died).toBeGreaterThanOrEqual(2);
    });
  });

interface Ending {
  /** Minutes from the operation to the last change of a document, a task or a push. */
  readonly minutes: number;
  /** Names of the tasks that wait at the end. */
  readonly waiting: readonly string[];
}

/**
 * `clean`: the end of the run without a crash. A crashed run is observed until some minutes after the clean run's last change, and for the
 * whole time if tasks wait that the clean run has not left: sweeps act on documents alone, and those are compared.
 */
async function run(operation: CrashOperation, diesAfter: number | null, clean: Ending | null) {
  const sandbox = await Sandbox.open();
  try {
    const ids = await operation.prepare(sandbox);
    const before = sandbox.deaths;
    if (diesAfter !== null) sandbox.dieAt(operation.operation, diesAfter);
    await operation.run(sandbox, ids);
    const deaths = sandbox.deaths - before;
    sandbox.cloud.faults.clear();
    let changes = changesOf(sandbox);
    let [minutes, passed] = [0, 0];
    const isOver = () =>
      clean !== null &&
      passed >= clean.minutes + repairMinutes &&
      sandbox.waiting.join() === clean.waiting.join();
    for (; passed < mostMinutes && !isOver(); passed++) {
      await sandbox.cloud.advance(60_000);
      const now = changesOf(sandbox);
      if (now !== changes) minutes = passed + 1;
      changes = now;
    }
    const state = canonicalState(sandbox.cloud, blurOf(operation));
    return { deaths, state, minutes, waiting: sandbox.waiting, ...told(sandbox) };
  } finally {
    await sandbox.close();
  }
}

/** Text that differs after each change but those of the sweep's own documents. */
function changesOf({ cloud, received, waiting }: Sandbox): string {
  const { docs } = cloud.snapshot().services as {
    docs: { docs: readonly { path: string; version: number }[] };
  };
  const versions = docs.docs.flatMap(({ path, version }) =>
    path.startsWith('sweepState/') ? [] : [`${path} ${version}`],
  );
  return [received.length, ...waiting, ...versions].join();
}

/** A secret differs, when a push was accepted may, or all times of what is late; and what a machine sends again is counted again. */
function blurOf({ operation, late = false }: CrashOperation): Blur {
  const counted = new Set(['count', 'revision', 'lastAt', 'windowAt', 'groups', 'notes']);
  return (path, field) => {
    if (path.startsWith('secrets/')) return true;
    // A review that died begins again.
    if (operation === 'task:reviewPage' && path.includes('/pages/') && field === 'revision') return true;
    // Drawn from the page's id.
    if (field === 'turn') return true;
    // A reminder is as late as the sweep that finds it due.
    if (path.includes('/notices/') && field === 'createdAt') return true;
    // Housekeeping runs one sweep later than otherwise.
    if (path.startsWith('sweepState/') && field === 'nextAt') return true;
    if (field === 'acceptedAt' || (late && field.endsWith('At'))) return true;
    const often = /\/alert(?:s|Keys)\/|^ingestRates\//u.test(path);
    return operation === 'http' && often && counted.has(field);
  };
}

/** Notifications by delivery; the number of repeated pushes; the number of removals. */
function told({ received }: Sandbox) {
  const asked = new Map<string, string>();
  let again = 0;
  let settled = 0;
  for (const { uid, message } of received) {
    const { kind, deliveryId = '' } = message.data;
    if (kind === 'settled') settled++;
    else if (asked.has(deliveryId)) again++;
    const { title = '', body = '' } = message.notification ?? {};
    if (kind === 'page') asked.set(deliveryId, `${uid}: ${title}, ${body.replace(/ within .*/u, '')}`);
  }
  return { asked: [...asked.values()].toSorted(), again, settled };
}

/** Lines of only one state: `-` of the clean run, `+` of the crashed one. */
function differences(clean: readonly string[], cut: readonly string[]): readonly string[] {
  const count = new Map<string, number>();
  for (const text of clean) count.set(text, (count.get(text) ?? 0) - 1);
  for (const text of cut) count.set(text, (count.get(text) ?? 0) + 1);
  return [...count]
    .flatMap(([text, more]) => (more === 0 ? [] : [`${more < 0 ? '-' : '+'} ${text}`]))
    .toSorted();
}
