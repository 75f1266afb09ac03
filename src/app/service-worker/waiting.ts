/** Whether a newer version of the service worker waits for its start. */

export type Versions = Pick<
  ServiceWorkerRegistration,
  'installing' | 'waiting' | 'active' | 'addEventListener'
>;

/**
 * Reports now and after each installation. A first version that waits is none that is newer. Returns a function that reports at once.
 */
export function watchWaiting(registration: Versions, report: (isWaiting: boolean) => void): () => void {
  const look = () => report(registration.waiting !== null && registration.active !== null);
  const followInstalling = () => registration.installing?.addEventListener('statechange', look);
  look();
  // A navigation has the browser look for a newer version too, so an installation may be under way.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  return look;
}
