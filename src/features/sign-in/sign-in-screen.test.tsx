import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stage } from '#tests/app/stage.tsx';
it('shows', async () => {
  const s = await stage({ path: '/signin' });
  await s.settle();
  screen.debug(undefined, 20000);
});
it('alerts', async () => {
  const s = await stage({ path: '/alerts', as: 'Ada' });
  await s.settle();
  screen.debug(undefined, 20000);
});
