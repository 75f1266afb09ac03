/** Report of checks, for a terminal. */

export interface CheckLine {
  /** A word, of the same width in all lines. */
  readonly mark: string;
  readonly about: string;
  readonly detail: string;
  /** The remedy. */
  readonly advice?: string;
}

/** A line per check, followed by its advice. */
export function checkReport(lines: readonly CheckLine[]): string {
  const wide = Math.max(0, ...lines.map(({ about }) => about.length));
  return lines
    .flatMap(({ mark, about, detail, advice }) => [
      `${mark}  ${about.padEnd(wide)}  ${detail}`,
      ...(advice === undefined ? [] : [`${' '.repeat(wide + mark.length + 4)}→ ${advice}`]),
    ])
    .join('\n');
}
