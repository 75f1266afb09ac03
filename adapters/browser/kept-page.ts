/** The page of the app that the service worker keeps for starts without a network. */

/** Message to the service worker: the server no longer gives this browser the app, so the next navigation asks the server. */
export const forgetPageMessage = 'muster:forget-page';

export function forgetKeptPage(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.controller?.postMessage({ type: forgetPageMessage });
}
