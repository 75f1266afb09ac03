/**
 * Convergence under any failures of connections, tabs and answers: every write lands once, in order, also after its tab is gone; all
 * clients show the same in the end.
 */
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { assertProperty } from '../../../tests/property.ts';
import { type ConvergenceStep, convergenceStep, playSteps, writeStep } from './convergence.fixture.ts';

/** Histories that went wrong once. */
const found: Readonly<Record<string, readonly ConvergenceStep[]>> = {
  'a write settled just when the disk had been written': [
    writeStep(3),
    { do: 'crash-writing', tab: 3, doc: 0, turns: 0 },
    writeStep(0),
    { do: 'documents', tab: 0, on: false },
    { do: 'lose-answer' },
  ],
  'a tab that opens between the answer to a write and its removal from the disk': [
    { do: 'open', tab: 0 },
    { do: 'documents', tab: 1, on: false },
    { do: 'burst', tabs: [0], doc: 0 },
    { do: 'open', tab: 0 },
  ],
  'a tab that dies when its write is on the disk and nobody has heard of it': [
    { do: 'open', tab: 0 },
    { do: 'crash-writing', tab: 2, doc: 0, turns: 4 },
    { do: 'network', tab: 0, on: true },
    writeStep(0),
  ],
  'a lost answer, when the next to send begins with another write': [
    { do: 'open', tab: 0 },
    { do: 'lose-answer' },
    { do: 'burst', tabs: [2, 0], doc: 0 },
    writeStep(0),
    { do: 'close', tab: 0 },
    { do: 'open', tab: 0 },
  ],
  'a write that the sender saw accepted before it found it on the disk of the tab that made it': [
    { do: 'open', tab: 0 },
    { do: 'network', tab: 2, on: false },
    { do: 'open', tab: 0 },
    { do: 'crash-writing', tab: 0, doc: 0, turns: 4 },
    { do: 'crash', tab: 1 },
    { do: 'open', tab: 0 },
    writeStep(0),
  ],
  'a lost answer that another tab knew before it knew of the write': [
    { do: 'latency', ms: 1 },
    { do: 'close', tab: 3 },
    { do: 'open', tab: 3 },
    { do: 'lose-answer' },
    { do: 'open', tab: 3 },
    writeStep(1),
  ],
  'a tab that dies when it has taken a settled write off the disk and told nobody': [
    { do: 'open', tab: 0 },
    { do: 'documents', tab: 2, on: false },
    { do: 'crash-writing', tab: 0, doc: 0, turns: 11 },
    { do: 'latency', ms: 0 },
    { do: 'open', tab: 0 },
    writeStep(0),
  ],
  'a tab that opens after the disk has refused a write of a tab that does not send': [
    { do: 'documents', tab: 1, on: false },
    { do: 'full', tab: 1, on: true },
    { do: 'burst', tabs: [1], doc: 0 },
    { do: 'open', tab: 1 },
    writeStep(1),
  ],
  'a write that the disk of its tab refused, and that another tab sent before it closed': [
    { do: 'full', tab: 0, on: true },
    { do: 'network', tab: 0, on: false },
    writeStep(0),
    { do: 'open', tab: 0 },
    { do: 'close', tab: 2 },
    writeStep(0),
    { do: 'crash-writing', tab: 3, doc: 0, turns: 0 },
  ],
  'a tab that opens beside an offline tab, which stores an older state than another tab has': [
    { do: 'open', tab: 0 },
    { do: 'network', tab: 3, on: false },
    { do: 'open', tab: 3 },
    { do: 'burst', tabs: [3, 2], doc: 0 },
    { do: 'write', tab: 0, doc: 1, n: 0 },
    { do: 'open', tab: 1 },
    { do: 'pass', ms: 0 },
  ],
  'a slow disk, and a sender that is faster': [
    { do: 'disk', tab: 1, turns: 4 },
    { do: 'open', tab: 3 },
    { do: 'network', tab: 1, on: false },
    { do: 'delete', tab: 1, doc: 0 },
    { do: 'close', tab: 0 },
    { do: 'delete', tab: 0, doc: 0 },
    writeStep(0),
  ],
};

it.each(Object.entries(found))('converges after %s', async (_name, steps) => {
  await expect(playSteps(steps)).resolves.toBeUndefined();
});

it('converges with every write applied once and in order', async () => {
  const histories = fc.array(convergenceStep, { minLength: 3, maxLength: 50 });
  const run = assertProperty(fc.asyncProperty(histories, playSteps), { numRuns: 250 });
  await expect(run).resolves.toBeUndefined();
});
