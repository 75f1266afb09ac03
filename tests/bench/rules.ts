/**
 * `npm run bench:rules`: what a decision costs whose rule asks for a regular expression, and how that grows with the text where an
 * engine that goes back and tries again would take twice the time for each letter. Processor time.
 */
import { testDatabaseRules, testRules } from '#firebase-rules/index.ts';
import { Stopwatch } from './measure.ts';
import { median } from './table.ts';

const source = (condition: string) => `rules_version = '2'; service cloud.firestore {
  match /databases/{d}/documents { match /docs/{id} { allow get: if ${condition}; } } }`;
const documents = (condition: string, text: string) => {
  const person = testRules(source(condition), { 'docs/a': { text } }).as('ada');
  return () => person.get('docs/a').allowed;
};
const database = (condition: string, text: string) => {
  const person = testDatabaseRules(JSON.stringify({ rules: { '.read': condition } }), text).as('ada');
  return () => person.get('').allowed;
};

/** Microseconds for each of `count` decisions: the median of five rounds. */
function costOf(decide: () => boolean, wanted: boolean, count: number): number {
  if (decide() !== wanted) throw new Error('The decision is another than it should be.');
  const round = () => {
    const watch = new Stopwatch();
    for (let done = 0; done < count; done++) decide();
    return watch.cost(count).cpu;
  };
  return median([round(), round(), round(), round(), round()].slice(count > 1 ? 1 : 0));
}

const told = (name: string, micros: number) => console.log(`${name.padEnd(52)} ${micros.toPrecision(3)} µs`);
const name = 'incident_42-a';
const asked = "resource.data.text.matches('[A-Za-z0-9_-]{1,128}')";
const stored = 'data.val().matches(/^[A-Za-z0-9_-]{1,128}$/)';

told('documents, true', costOf(documents('true', name), true, 50_000));
told('documents, matches of 13 letters', costOf(documents(asked, name), true, 50_000));
told('database, true', costOf(database('true', name), true, 50_000));
told('database, matches of 13 letters', costOf(database(stored, name), true, 50_000));

const lengths = process.argv.includes('--short') ? [18, 20, 22] : [18, 20, 22, 1000, 100_000];
for (const length of lengths) {
  const text = `${'a'.repeat(length)}!`;
  const count = length > 1000 ? 1 : 20;
  told(
    `documents, (a+)+ of ${length} letters and a !`,
    costOf(documents("resource.data.text.matches('(a+)+')", text), false, count),
  );
  told(
    `database, ^(a+)+$ of ${length} letters and a !`,
    costOf(database('data.val().matches(/^(a+)+$/)', text), false, count),
  );
}
