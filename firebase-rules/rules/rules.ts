/** Security rules of documents and files, compiled. */
import type { DocRules, ObjectRules } from './decisions.ts';
import { DocJudge } from './doc-judge.ts';
import { ObjectJudge } from './object-judge.ts';

const mostKept = 50;
const docRules = new Map<string, DocRules>();
const objectRules = new Map<string, ObjectRules>();

/** Rules of `service cloud.firestore`. The same source is read once. @throws RulesError */
export const compileDocRules = (source: string): DocRules =>
  kept(docRules, source, () => new DocJudge(source));

/** Rules of `service firebase.storage`. The same source is read once. @throws RulesError */
export const compileStorageRules = (source: string): ObjectRules =>
  kept(objectRules, source, () => new ObjectJudge(source));

function kept<T>(known: Map<string, T>, source: string, make: () => T): T {
  const found = known.get(source);
  if (found) return found;
  const made = make();
  if (known.size >= mostKept) known.delete(known.keys().next().value ?? '');
  known.set(source, made);
  return made;
}
