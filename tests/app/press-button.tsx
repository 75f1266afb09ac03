/** The screen of a schedule on a stage. */
import { arrive } from './incident.ts';
import { button } from './room.tsx';
import { type AppStage } from './stage.tsx';

export const pressButton = async (app: AppStage, name: string | RegExp) => {
  await app.user.click(button(name));
  await arrive(app);
};
