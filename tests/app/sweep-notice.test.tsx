import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { minute } from '#domain/constants.ts';
import { realtimePaths } from '#api/paths.ts';
import { stage } from './stage.tsx';

const warning = () => screen.queryByText(/Pages may be late/);

it('a browser warns when the sweep has not run for three minutes, and stops when it runs again', async () => {
  const { server, cloud, advance, settle } = await stage({ as: 'Ada' });
  await advance(10 * minute);
  expect(warning()).toBeNull();
  await server.realtime.update({ [realtimePaths.sweepAt()]: cloud.clock.now() - 4 * minute });
  await settle();
  await advance(15_000);
  expect(warning()).toBeNull();
  await advance(15_000);
  expect(warning()).toHaveTextContent(/last ran 4 min ago.*Call people yourself if it is urgent/);
  await advance(minute);
  expect(warning()).toBeNull();
});

it('a browser without a connection reports only that, and not the sweep', async () => {
  const { network, advance } = await stage({ as: 'Ada' });
  await network(false);
  await advance(5 * minute);
  await advance(15_000);
  await advance(15_000);
  expect(warning()).toBeNull();
  expect(screen.getByText(/No connection to the backend/)).toBeVisible();
});
