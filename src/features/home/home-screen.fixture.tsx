import { arrive } from '#tests/app/incident.ts';
import { type PersonName } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { HomeScreen } from './home-screen.tsx';

export async function home(as: PersonName) {
  const app = await stage({ as, screen: <HomeScreen /> });
  await arrive(app);
  return app;
}
