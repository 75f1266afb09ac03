/** Messages that the backend sends to browsers. */
import { useCapability } from '../client/ports.tsx';

/** Effect of a server without notifications or mail. */
export const noNotifications = 'This server sends no notifications: pages show only while Muster is open.';

/** Whether it sends any: to browsers with a page open, or to any. */
export function useMessagesOffered(): boolean {
  const [pushes, shows] = [useCapability('messaging.push'), useCapability('messaging.foreground')];
  return pushes || shows;
}
