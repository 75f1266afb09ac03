/** The project that server code runs in. */
import { type App, type AppOptions, getApps, initializeApp } from 'firebase-admin/app';
import type { OptionNames } from '#ports/options.ts';

export interface AdminOptions {
  /** Project without `FIREBASE_CONFIG`. The platform's own settings of deployed code count first; this fills in the rest. */
  readonly project?: {
    readonly projectId: string;
    readonly storageBucket?: string;
    readonly databaseURL?: string;
  };
  /** Region of the functions, for tasks. Default `us-central1`. */
  readonly region?: string;
  /** Of the app. Default the SDK's own default app. */
  readonly name?: string;
}

export const adminOptions = {
  project: { projectId: true, storageBucket: true, databaseURL: true },
  region: true,
  name: true,
} as const satisfies OptionNames<AdminOptions>;

const defaultName = '[DEFAULT]';

/** The same app for the same name. */
export function adminApp({ project, name = defaultName }: AdminOptions): App {
  const existing = getApps().find((app) => app.name === name);
  if (existing) return existing;
  const options = { ...project, ...ofPlatform() };
  return name === defaultName ? initializeApp(options) : initializeApp(options, name);
}

/** Not all of it is always there: a project may have got its database after its functions. */
function ofPlatform(): AppOptions {
  const text = process.env['FIREBASE_CONFIG'] ?? '';
  if (!text.startsWith('{')) return {};
  const { projectId, storageBucket, databaseURL } = JSON.parse(text) as AppOptions;
  return {
    ...(projectId ? { projectId } : {}),
    ...(storageBucket ? { storageBucket } : {}),
    ...(databaseURL ? { databaseURL } : {}),
  };
}
