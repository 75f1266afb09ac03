/** Security rules as they are deployed: the embedded backend enforces the same as production. */
import database from '../database.rules.json?raw';
import firestore from '../firestore.rules?raw';
import storage from '../storage.rules?raw';

export const projectRules = { firestore, storage, database } as const;
