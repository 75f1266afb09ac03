/** The one configuration file of an installation on Firebase: what the console shows, and what Muster may be told beside it. */
import type { ClientSettings } from '#ports/defaults.ts';
import type { OptionNames } from '#ports/options.ts';

export interface FirebaseOptions {
  /** “Project settings → Your apps → SDK setup and configuration”, as the console shows it. None of it is secret. */
  readonly project: {
    readonly apiKey: string;
    readonly authDomain: string;
    readonly projectId: string;
    readonly appId: string;
    readonly messagingSenderId: string;
    readonly storageBucket: string;
    readonly databaseURL: string;
  };
  /** Region of the functions. Default `us-central1`. */
  readonly region?: string;
  /** “Cloud Messaging → Web Push certificates”: the public key. Without it there is no push. */
  readonly pushKey?: string;
  /** Site key of App Check (reCAPTCHA Enterprise). Absent: App Check is off. */
  readonly appCheckKey?: string;
  /** Local parts that stand in for the hosted services, as `host:port`. A service that is not named is the hosted one. */
  readonly local?: {
    readonly auth?: string;
    readonly docs?: string;
    readonly realtime?: string;
    readonly functions?: string;
    readonly storage?: string;
  };
  readonly settings?: Partial<ClientSettings>;
}

export const firebaseOptions = {
  project: {
    apiKey: true,
    authDomain: true,
    projectId: true,
    appId: true,
    messagingSenderId: true,
    storageBucket: true,
    databaseURL: true,
  },
  region: true,
  pushKey: true,
  appCheckKey: true,
  local: { auth: true, docs: true, realtime: true, functions: true, storage: true },
  settings: true,
} as const satisfies OptionNames<FirebaseOptions>;
