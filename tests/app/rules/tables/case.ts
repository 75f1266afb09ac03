/** Tables of decisions: a question to the rules and the answer that it must have. They run against the deployed rules and against mutants. */
import { type Documents, testDatabaseRules } from '#firebase-rules/index.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import { placeOf } from '../mutants/reach.ts';
import { deployed, documentRules, fileRules } from '../team.ts';

export type RulesFile = keyof typeof deployed;

export interface Case {
  readonly file: RulesFile;
  readonly name: string;
  readonly allowed: boolean;
  readonly ask: (rules: Rules) => { readonly allowed: boolean };
}

type Stored<Make extends (given: never, text: string) => unknown> = Parameters<Make>[0];

/** Rules of the three files in one version. Stored data is given as a constant, and read once for each version. */
export class Rules {
  private readonly texts: Readonly<Record<RulesFile, string>>;
  private readonly known = new Map<object, unknown>();
  private readonly ofDocuments = new Set<ReturnType<typeof documentRules>>();

  constructor(texts: Partial<Record<RulesFile, string>> = {}) {
    this.texts = { ...deployed, ...texts };
  }

  documents(stored: Stored<typeof documentRules> & object = nothing): ReturnType<typeof documentRules> {
    const rules = this.once(stored, () => documentRules(stored, this.texts.firestore));
    this.ofDocuments.add(rules);
    return rules;
  }

  /** `documents`: always the same for the same files. */
  files(
    stored: Stored<typeof fileRules> & object = noFiles,
    documents: Documents = {},
  ): ReturnType<typeof fileRules> {
    return this.once(stored, () => fileRules(stored, this.texts.storage, documents));
  }

  /** Places of the `allow` statements of documents that the cases so far evaluated. */
  reached(): ReadonlySet<string> {
    const evaluated = [...this.ofDocuments].flatMap((rules) => rules.coverage());
    return new Set(evaluated.filter(({ held, failed }) => held + failed > 0).map(placeOf));
  }

  database(stored: RealtimeValue & object): ReturnType<typeof testDatabaseRules> {
    return this.once(stored, () => testDatabaseRules(this.texts.database, stored));
  }

  private once<T>(key: object, make: () => T): T {
    const found = this.known.get(key);
    if (found !== undefined) return found as T;
    const made = make();
    this.known.set(key, made);
    return made;
  }
}

const nothing = {};
const noFiles = {};

/** Answers that differ from the table. */
export const surprises = (rules: Rules, cases: readonly Case[]): readonly string[] =>
  cases.flatMap(({ name, allowed, ask }) =>
    ask(rules).allowed === allowed ? [] : [`${name}: ${allowed ? 'refused' : 'allowed'}`],
  );
