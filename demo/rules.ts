/** The security rules as they are deployed: what the embedded backend enforces is what production enforces. */
import firestore from '../firestore.rules?raw';
import storage from '../storage.rules?raw';

export const projectRules = { firestore, storage } as const;
