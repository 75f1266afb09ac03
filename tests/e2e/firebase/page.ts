/** Page with one Firebase client and nothing else; the test gives its options beside the project. */
import { openFirebase } from '#adapters/firebase/backend.ts';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import type { CompleteBackend } from '#ports/complete.ts';

declare global {
  interface Window {
    client: CompleteBackend;
  }
}

const given = new URLSearchParams(location.search).get('options') ?? '{}';

window.client = openFirebase({
  project: {
    apiKey: 'key',
    authDomain: 'localhost',
    projectId: 'demo-muster',
    appId: '1:1:web:1',
    messagingSenderId: '1',
    storageBucket: 'demo-muster.appspot.com',
    databaseURL: 'https://demo-muster.firebaseio.com',
  },
  ...(JSON.parse(given) as Partial<FirebaseOptions>),
});
