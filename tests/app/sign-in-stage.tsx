/** The sign-in screen on a stage. */
import { type AppStage } from './stage.tsx';

/** Link in the latest message to an address, as an address of this app. */
export async function mailedLinkTo({ client }: AppStage, to: string): Promise<string> {
  const message = (await client.control.inbox()).find((one) => one.to === to);
  if (!message) throw new Error(`Nothing was sent to ${to}.`);
  const { pathname, search } = new URL(message.action);
  return pathname + search;
}
