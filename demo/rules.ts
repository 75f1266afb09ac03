/** The security rules as they are deployed: what the embedded backend enforces is what production enforces. */
import database from '../database.rules.json?raw';
import firestore from '../firestore.rules?raw';
import storage from '../storage.rules?raw';

export const projectRules = { firestore, storage, database } as const;
