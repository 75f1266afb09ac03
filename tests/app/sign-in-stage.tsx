/** The sign-in screen on a stage. */
import { screen } from '@testing-library/react';
import { type AppStage, stage, type StageOptions } from './stage.tsx';

/** Link in the latest message to an address, as an address of this app. */
export async function mailedLinkTo({ client }: AppStage, to: string): Promise<string> {
  const message = (await client.control.inbox()).find((one) => one.to === to);
  if (!message) throw new Error(`Nothing was sent to ${to}.`);
  const { pathname, search } = new URL(message.action);
  return pathname + search;
}

export const openSignIn = (options: Omit<StageOptions, 'as'> = {}) => stage({ path: '/signin', ...options });

export const signInHeading = (name: string) => screen.findByRole('heading', { level: 1, name });

export const pressSignIn = ({ user }: AppStage, name: string) =>
  user.click(screen.getByRole('button', { name }));

export const typeSignIn = ({ user }: AppStage, label: string, text: string) =>
  user.type(screen.getByLabelText(label, { selector: 'input' }), text);

export type ChangeBackend = NonNullable<StageOptions['backend']>;
