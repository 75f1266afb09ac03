/** Evaluation of one condition about one document. */
import type { DocData } from '#ports/docs/values.ts';
import { type Person, testRules } from './testing/documents.ts';
import type { Documents } from './testing/options.ts';

interface Asked {
  readonly as?: Person;
  readonly documents?: Documents;
  /** Stored data of `docs/d`, which is read, or replaced by `after`. */
  readonly data?: DocData;
  readonly after?: DocData;
  /** Declarations beside the condition. */
  readonly functions?: string;
}

const ruleset = (condition: string, functions: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /docs/{id} {
      ${functions}
      allow read, write: if ${condition};
    }
  }
}`;

export function decide(
  condition: string,
  { as = 'ada', documents = {}, data, after, functions = '' }: Asked = {},
) {
  const rules = testRules(ruleset(condition, functions), { ...documents, ...(data && { 'docs/d': data }) });
  return after ? rules.as(as).set('docs/d', after) : rules.as(as).get('docs/d');
}

/** True, false, or an error: neither it nor its opposite allows anything. */
export function comesTo(condition: string, asked: Asked = {}): boolean | 'error' {
  if (decide(condition, asked).allowed) return true;
  return decide(`!(${condition})`, asked).allowed ? false : 'error';
}
