/** Control messages between a tab and the shared worker. Connections use ports of their own. */
export type ToWorker =
  /** First message, once the tab holds its lock. */
  | { readonly type: 'tab'; readonly tabId: string }
  /** Carries one port. */
  | { readonly type: 'connect' }
  /** Loads the rest of the cloud. */
  | { readonly type: 'prepare' }
  | { readonly type: 'goodbye' };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'notice'; readonly notice: string }
  /** The cloud could not be started. */
  | { readonly type: 'failed'; readonly reason: string }
  /** A newer version of the app hosts the cloud from now on. */
  | { readonly type: 'retired' };
