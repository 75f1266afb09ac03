/**
 * Checker of recorded histories. The store promises that versions are the order of commits: with the order known, a history is serializable
 * when each commit has read what the commits before it have left, and strictly so when that order agrees with time.
 */
import type { History, RecordedAnswer, RecordedCommit, Versions } from './history.ts';

interface Write {
  readonly version: number;
  readonly value: string | null;
}

/** State of all registers after each commit, by the commits' order. */
class Registers {
  readonly commits: readonly RecordedCommit[];
  private readonly writes = new Map<string, Write[]>();

  constructor(commits: readonly RecordedCommit[]) {
    this.commits = commits.toSorted((one, other) => one.version - other.version);
    for (const { version, writes } of this.commits)
      for (const [path, value] of writes) {
        const known = this.writes.get(path) ?? [];
        known.push({ version, value });
        this.writes.set(path, known);
      }
  }

  /** Newest write of a register at or below a version; `null`: it was missing. */
  at(path: string, version: number): Write | null {
    const found = this.writes.get(path)?.findLast((write) => write.version <= version);
    return found === undefined || found.value === null ? null : found;
  }

  /** Whether these are all the registers that were there at a version. */
  isStateAt(versions: Versions, version: number): boolean {
    for (const path of this.writes.keys())
      if ((this.at(path, version)?.version ?? null) !== (versions.get(path) ?? null)) return false;
    return [...versions.keys()].every((path) => this.writes.has(path));
  }

  /** Lowest version from `least` on at which the registers were so; `null`: they never were. */
  cutOf(versions: Versions, least: number): number | null {
    const from = Math.max(least, ...versions.values());
    if (this.isStateAt(versions, from)) return from;
    return (
      this.commits.find(({ version }) => version > from && this.isStateAt(versions, version))?.version ?? null
    );
  }
}

const textOf = (versions: Versions) => JSON.stringify(Object.fromEntries(versions));

/** Violations as sentences, none for a good history. */
export function checkHistory({ commits, answers, listeners }: History): readonly string[] {
  const registers = new Registers(commits);
  const last = registers.commits.at(-1)?.version ?? 0;
  return [
    ...checkOrder(registers.commits),
    ...registers.commits.flatMap((commit) => checkReads(commit, registers)),
    ...answers.flatMap((answer) => checkAnswer(answer, registers)),
    ...listeners.flatMap(({ client, states }) => {
      let cut = 0;
      for (const [at, state] of states.entries()) {
        const next = registers.cutOf(state, cut);
        if (next === null)
          return [`${client} saw after event ${at} what was at no moment from ${cut} on: ${textOf(state)}`];
        cut = next;
      }
      const final = states.at(-1) ?? new Map();
      return registers.isStateAt(final, last) ? [] : [`${client} has not seen the end: ${textOf(final)}`];
    }),
  ];
}

/** Versions are used once, and a commit that began after another one had ended has a higher one. */
function checkOrder(commits: readonly RecordedCommit[]): readonly string[] {
  const found: string[] = [];
  let latestBegan = { began: -1, id: '' };
  for (const [at, commit] of commits.entries()) {
    if (commits[at - 1]?.version === commit.version)
      found.push(`Two commits have the version ${commit.version}.`);
    if (commit.ended < latestBegan.began)
      found.push(`${commit.id} had ended before ${latestBegan.id} began, and has the higher version.`);
    if (commit.began > latestBegan.began) latestBegan = commit;
  }
  return found;
}

function checkReads({ id, version, reads }: RecordedCommit, registers: Registers): readonly string[] {
  return [...reads].flatMap(([path, read]) => {
    const before = registers.at(path, version - 1)?.version ?? null;
    return before === read
      ? []
      : [`${id} (${version}) relies on ${path} at ${read}; before it was ${before}.`];
  });
}

function checkAnswer(
  { versions, values, began, ended }: RecordedAnswer,
  registers: Registers,
): readonly string[] {
  const least = Math.max(
    0,
    ...registers.commits.filter((one) => one.ended < began).map((one) => one.version),
  );
  const cut = registers.cutOf(versions, least);
  if (cut === null)
    return [`A query was answered with what was at no moment from ${least} on: ${textOf(versions)}`];
  const early = registers.commits.find((commit) => commit.version <= cut && commit.began > ended);
  const wrong = [...values].filter(([path, value]) => registers.at(path, cut)?.value !== value);
  return [
    ...(early ? [`A query was answered with ${early.id}, which had not begun.`] : []),
    ...wrong.map(
      ([path, value]) => `A query was answered with ${value} for ${path}, which was not written then.`,
    ),
  ];
}
