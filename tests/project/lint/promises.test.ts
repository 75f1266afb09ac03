/** Sentences for people name no screen and no action that does not exist yet. A pattern goes when what it names has been built. */
import { expect, it } from 'vitest';
import { projectModules, projectText } from '../../project-files.ts';

/** Sentences that promise features which docs/specification.md calls planned. */
const notBuilt = [
  /\bunder (Integrations|Readiness|Maintenance|Insights|Policies)\b/,
  /\badmins? (can add|adds|of your team adds)\b/i,
  /\bfill the gap\b/i,
  /\bintegration’s address\b/i,
  /\bfor a role that may\b/i,
  /\bEnd the window\b/,
];

/** Quoted texts of more than one word, and texts between tags. */
const sentencesOf = (source: string): readonly string[] =>
  source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .flatMap((line) => [
      ...(line.match(/(['"`])(?:(?!\1).)*\s(?:(?!\1).)*\1/g) ?? []),
      ...(/^\s*[A-Z][^;{}=]*[.…]?\s*$/.test(line) ? [line] : []),
    ]);

const files = projectModules(['src', 'domain', 'functions'], /\.test\.tsx?$|functions\/ingest\//);

it('reads the sentences of the screens, of the domain and of the functions', () => {
  expect(files.length).toBeGreaterThan(200);
  const all = files.flatMap((file) => sentencesOf(projectText(file)));
  expect(all.some((sentence) => sentence.includes('This team has no schedule.'))).toBe(true);
  expect(all.some((sentence) => sentence.includes('Page a person by name.'))).toBe(true);
});

it.each(notBuilt.map((pattern) => [String(pattern), pattern] as const))('none fits %s', (_name, pattern) => {
  const found = files.flatMap((file) =>
    sentencesOf(projectText(file))
      .filter((sentence) => pattern.test(sentence))
      .map((sentence) => `${file}: ${sentence.trim()}`),
  );
  expect(found).toEqual([]);
});
