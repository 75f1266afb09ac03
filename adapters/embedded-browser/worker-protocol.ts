/** What a tab and the shared worker say to each other. Connections go over ports of their own. */
export type ToWorker =
  /** First of all; the tab's lifeline is held. */
  | { readonly type: 'tab'; readonly tabId: string }
  /** One port comes along. */
  | { readonly type: 'connect' }
  | { readonly type: 'goodbye' };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'notice'; readonly notice: string }
  /** The cloud could not be started. */
  | { readonly type: 'failed'; readonly reason: string }
  /** A newer version of the app hosts the cloud from now on. */
  | { readonly type: 'retired' };
