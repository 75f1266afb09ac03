/**
 * Probes: calls at the places of source changes that record the execution of each place. One run of all unit tests with the probes of many
 * changes tells which test files can notice each of them.
 */
import { parseSync } from 'vite';
import type { SourceChange } from './source-changes.ts';

export interface Probe {
  readonly number: number;
  readonly change: Pick<SourceChange, 'start' | 'end' | 'kind'>;
}

/** Global function that `record-executed.ts` defines; workers and other processes lack it. */
const call = (number: number) => `globalThis.executedChange?.(${number})`;

const isStatement = ({ change }: Probe) => change.kind === 'call';
const before = (probe: Probe) =>
  isStatement(probe) ? `{${call(probe.number)};` : `(${call(probe.number)}, `;
const after = (probe: Probe) => (isStatement(probe) ? '}' : ')');

/** The text with all probes; nested changes are allowed. */
export function withProbes(code: string, probes: readonly Probe[]): string {
  const insertions = probes.flatMap((probe) => {
    const { start, end } = probe.change;
    // At one offset: ends of inner changes, then of outer ones; starts of outer changes, then of inner ones.
    return [
      { at: start, order: code.length + (code.length - end), text: before(probe) },
      { at: end, order: code.length - start - 1, text: after(probe) },
    ];
  });
  let text = '';
  let from = 0;
  for (const insertion of insertions.toSorted((one, other) => one.at - other.at || one.order - other.order)) {
    text += code.slice(from, insertion.at) + insertion.text;
    from = insertion.at;
  }
  return text + code.slice(from);
}

/** Whether a probe fits: a key of an object, for one, can't be in parentheses. */
export const canProbe = (file: string, code: string, probe: Probe): boolean =>
  parseSync(file, withProbes(code, [probe])).errors.length === 0;
