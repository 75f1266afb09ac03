/** The screen of a schedule on a stage. */
import { arrive } from '#tests/app/incident.ts';
import { button } from '#tests/app/room.tsx';
import { type AppStage } from '#tests/app/stage.tsx';

export const pressButton = async (app: AppStage, name: string | RegExp) => {
  await app.user.click(button(name));
  await arrive(app);
};
