/** Results of several rounds put together, and shown beside the limit's. */
import type { Outcome, Results } from './cases.ts';
import type { Participant } from './engines.ts';
import type { Cost } from './measure.ts';

/** A figure; the error, if it is wrong; the share of the work, if it did not end. */
interface Figure {
  readonly value: number;
  readonly wrong?: string;
  readonly note?: string;
}

export interface Summary {
  readonly write: Figure;
  readonly subscribe: Figure;
  readonly largeScreen: Figure;
  readonly largeAll: Figure;
  readonly get: Figure;
  readonly findIndexed: Figure;
  readonly findUnforeseen: Figure;
  readonly load: Figure;
  readonly bytes: Figure;
  readonly isolated: Figure;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >>> 1;
  const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

function figure<T>(outcomes: readonly Outcome<T>[], value: (done: T) => number, note?: (done: T) => string) {
  const wrong = outcomes.find((outcome) => 'wrong' in outcome);
  if (wrong && 'wrong' in wrong) return { value: NaN, wrong: wrong.wrong };
  const done = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []));
  const said = done[0] && note?.(done[0]);
  return { value: median(done.map(value)), ...(said ? { note: said } : {}) };
}

export function summary(rounds: readonly Partial<Results>[]): Summary {
  const all = <K extends keyof Results>(name: K) =>
    rounds.flatMap((results) => (results[name] === undefined ? [] : [results[name]])) as Results[K][];
  const cpu = ({ cpu }: Cost) => cpu;
  const asked = ({ questions }: { questions: number }) =>
    questions < 1000 ? `under only ${questions} live queries` : '';
  return {
    write: figure(all('many'), ({ write }) => write.cpu, asked),
    subscribe: figure(all('many'), ({ subscribe }) => subscribe.cpu),
    largeScreen: figure(all('largeScreen'), cpu),
    largeAll: figure(all('largeAll'), cpu),
    get: figure(all('get'), cpu),
    findIndexed: figure(all('findIndexed'), cpu),
    findUnforeseen: figure(all('findUnforeseen'), cpu),
    load: figure(all('load'), cpu),
    bytes: figure(all('bytes'), (bytes) => bytes),
    isolated: figure(all('isolated'), Number),
  };
}

const columns: readonly (readonly [keyof Summary, string])[] = [
  ['write', 'write under 1,000 live queries'],
  ['subscribe', 'subscribing'],
  ['largeScreen', 'write under a live query of 5,000'],
  ['largeAll', 'the same, all of it read'],
  ['findIndexed', 'query, indexed'],
  ['findUnforeseen', 'query, no index yet'],
  ['get', 'get'],
  ['load', 'load'],
];

/** Processor time as multiples of the first row's, which is in microseconds. */
export function table(summaries: ReadonlyMap<Participant, Summary>): string {
  const [limit] = summaries.values();
  const notes: string[] = [];
  const head = ['', ...columns.map(([, title]) => title), 'bytes a document', 'isolates'];
  const lines = [head, head.map(() => '---')];
  for (const [participant, summary] of summaries) {
    const cells = columns.map(([name]) => {
      const { value, wrong, note } = summary[name];
      if (wrong) {
        notes.push(`${participant.title}, ${name}: ${wrong}.`);
        return 'wrong';
      }
      if (note) notes.push(`${participant.title}, ${name}: ${note}.`);
      return summary === limit
        ? `${short(value)} µs`
        : `${note ? '> ' : ''}${short(value / (limit?.[name].value ?? NaN))} ×`;
    });
    const { bytes, isolated } = summary;
    lines.push([
      participant.title,
      ...cells,
      Math.round(bytes.value).toLocaleString('en'),
      isolated.value ? 'yes' : 'no',
    ]);
  }
  return [...lines.map((line) => `| ${line.join(' | ')} |`), '', ...notes.map((note) => `- ${note}`)].join(
    '\n',
  );
}

const short = (value: number): string =>
  Number.isNaN(value) ? '–' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
