/** A client with this one port, whose browser is given to it: no page could have several. */
import { deleteApp, initializeApp } from 'firebase/app';
import { resolveSettings } from '#provider-kit/settings.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Messaging } from '#ports/messaging/messaging.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import type { FirebaseContext } from '../context.ts';
import type { FirebaseOptions } from '../options.ts';
import type { PushHost } from './host.ts';
import { createFirebaseMessaging } from './messaging.ts';

export interface MessagingAlone {
  readonly messaging: Messaging;
  dispose(): Promise<void>;
  openSubscriptions(): number;
}

export function messagingAlone(
  options: FirebaseOptions,
  name: string,
  host: PushHost,
  settings: Partial<ClientSettings>,
): MessagingAlone {
  const app = initializeApp({ ...options.project }, name);
  const ending: (() => void | Promise<void>)[] = [];
  const subscriptions = countSubscriptions();
  let disposing: Promise<void> | null = null;
  const context: FirebaseContext = {
    app,
    options,
    settings: resolveSettings(settings),
    identified: async () => {},
    onDispose: (run) => void ending.push(run),
    isDisposed: () => disposing !== null,
    trackSubscription: subscriptions.trackSubscription,
  };
  const end = async () => {
    await Promise.all(ending.map((run) => run()));
    await deleteApp(app);
  };
  return {
    messaging: createFirebaseMessaging(context, host),
    dispose: () => (disposing ??= Promise.resolve().then(end)),
    openSubscriptions: subscriptions.open,
  };
}
