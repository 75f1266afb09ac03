/** Reasons of a page's recipients, in the room. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrive, declare } from '#tests/app/incident.ts';
import { stage } from '#tests/app/stage.tsx';
import { RoomScreen } from './room-screen.tsx';

const pages = () => within(screen.getByRole('region', { name: /^Pages/ }));

test('the room shows who sent a page to whom', async () => {
  const s = await stage({ as: 'Lin', screen: <RoomScreen number={1} /> });
  await declare(s, s, { title: 'One', page: [{ kind: 'people', userIds: ['sam'] }] });
  await arrive(s);
  await s.user.click(await pages().findByText('Why were they paged?'));
  expect(await pages().findByRole('list', { name: 'Reasons' })).toHaveTextContent(
    'Sam Osei was paged by Lin Ødegård.',
  );
});
