/** The project that server code runs in. */
import { type App, getApps, initializeApp } from 'firebase-admin/app';

export interface AdminOptions {
  /** Default: what the platform sets for deployed code (`FIREBASE_CONFIG`). */
  readonly project?: {
    readonly projectId: string;
    readonly storageBucket?: string;
    readonly databaseURL?: string;
  };
  /** Where the functions run, for tasks. Default `us-central1`. */
  readonly region?: string;
  /** Of the app. Default the SDK's own default app. */
  readonly name?: string;
}

const defaultName = '[DEFAULT]';

/** The same app for the same name. */
export function adminApp({ project, name = defaultName }: AdminOptions): App {
  const existing = getApps().find((app) => app.name === name);
  if (existing) return existing;
  return name === defaultName ? initializeApp(project) : initializeApp(project, name);
}
