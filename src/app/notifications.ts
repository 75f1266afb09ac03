/** Takes away the notifications that this browser shows under a tag. */
export async function closeNotifications(tag: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const worker of await navigator.serviceWorker.getRegistrations())
    for (const notification of await worker.getNotifications({ tag })) notification.close();
}
