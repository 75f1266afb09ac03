/** Rules of the project with a place that everybody may write to. The build of the kill test has them in place of the project's. */
import database from '../../../database.rules.json?raw';
import firestore from '../../../firestore.rules?raw';
import storage from '../../../storage.rules?raw';

function including(source: string, before: string, more: string): string {
  const at = source.indexOf(before);
  if (at < 0) throw new Error(`The rules have no “${before}”.`);
  return source.slice(0, at + before.length) + more + source.slice(at + before.length);
}

export const projectRules = {
  firestore: including(
    firestore,
    'match /databases/{database}/documents {',
    'match /kill/{document=**} { allow read, write; }',
  ),
  storage: including(storage, 'match /b/{bucket}/o {', 'match /kill/{file=**} { allow read, write; }'),
  database: including(database, '"rules": {', '"kill": { ".read": true, ".write": true },'),
} as const;
