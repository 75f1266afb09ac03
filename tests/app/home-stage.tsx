import { arrive } from './incident.ts';
import { type PersonName } from './small-team.ts';
import { stage } from './stage.tsx';
import { HomeScreen } from '#src/features/home/home-screen.tsx';

export async function home(as: PersonName) {
  const app = await stage({ as, screen: <HomeScreen /> });
  await arrive(app);
  return app;
}
