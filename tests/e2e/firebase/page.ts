/** A page with one Firebase client and nothing else; the test says where the local part is. */
import { openFirebase } from '#adapters/firebase/backend.ts';
import type { Backend } from '#ports/backend.ts';

declare global {
  interface Window {
    client: Backend;
  }
}

const host = new URLSearchParams(location.search).get('auth') ?? '';

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
  local: { auth: host },
});
