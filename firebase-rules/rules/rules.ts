/** Security rules of documents and files, compiled. */
import { BoundedMemo } from '#query/bounded-memo.ts';
import type { DocRules, ObjectRules } from './decisions.ts';
import { DocJudge } from './doc-judge.ts';
import { ObjectJudge } from './object-judge.ts';

const docRules = new BoundedMemo<string, DocRules>(50);
const objectRules = new BoundedMemo<string, ObjectRules>(50);

/** Rules of `service cloud.firestore`. The same source is read once. @throws RulesError */
export const compileDocRules = (source: string): DocRules =>
  docRules.of(source, (text) => new DocJudge(text));

/** Rules of `service firebase.storage`. The same source is read once. @throws RulesError */
export const compileStorageRules = (source: string): ObjectRules =>
  objectRules.of(source, (text) => new ObjectJudge(text));
