/** Helpers for tests of an incident's room. */
import { screen } from '@testing-library/react';
import { arrive, declare } from './incident.ts';
import { type AppStage, stage } from './stage.tsx';
import { RoomScreen } from '#src/features/incidents/room-screen.tsx';
import { roomParts } from '#src/features/incidents/parts.ts';

// Loaded as in a browser at rest, so that a press opens a dialog at once.
await Promise.all(Object.values(roomParts).map(({ load }) => load()));

/** A room that Lin declared, seen by someone. */
export async function room(as: 'Ada' | 'Lin' | 'Sam' | 'Vera' = 'Lin') {
  const app = await stage({ as, screen: <RoomScreen number={1} /> });
  const lin = as === 'Lin' ? app : await app.person('Lin');
  const { incidentId } = await declare(app, lin);
  await arrive(app);
  return { app, lin, incidentId };
}

export const timeline = () => screen.getByRole('region', { name: 'Timeline of #1' });
export const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const stored = (app: AppStage, path: string) => app.server.docs.get(path);

export async function write(app: AppStage, text: string) {
  await app.user.click(composer());
  await app.user.paste(text);
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  await app.settle();
}
