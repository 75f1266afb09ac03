/** Closes this browser's notifications with a tag. */
export async function closeNotifications(tag: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const worker of await navigator.serviceWorker.getRegistrations())
    for (const notification of await worker.getNotifications({ tag })) notification.close();
}
