/** The production provider: one browser of one person, on the Firebase SDK. */
import type { CompleteBackend } from '#ports/complete.ts';
import { type FirebaseClientOptions, type FirebaseCore, openCore } from './core.ts';
import { createDocs } from './docs/docs.ts';
import { createFirebaseFunctions } from './functions/functions.ts';
import { createFirebaseMessaging } from './messaging/messaging.ts';
import type { FirebaseOptions } from './options.ts';
import { createFirebasePerformance } from './performance/performance.ts';
import { createFirebaseRealtime } from './realtime/realtime.ts';
import { createFirebaseStorage } from './storage/storage.ts';

/** A client that knows how many of its subscriptions are open. */
export type FirebaseClient = CompleteBackend & {
  readonly control: null;
  openSubscriptions(): number;
};

/** @throws as `openCore` */
export const openFirebase = (options: FirebaseOptions, more?: FirebaseClientOptions): FirebaseClient =>
  withEveryPort(openCore(options, more));

/** Once for each core. */
export function withEveryPort({ context, ...core }: FirebaseCore): FirebaseClient {
  return {
    ...core,
    docs: createDocs(context),
    realtime: createFirebaseRealtime(context),
    functions: createFirebaseFunctions(context),
    storage: createFirebaseStorage(context),
    messaging: createFirebaseMessaging(context),
    performance: createFirebasePerformance(context),
  };
}
