import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultUrgencyRules } from '#domain/notification/plan.ts';
import { documentPaths } from '#api/paths.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Notifications' }));
const stored = async (app: AppStage) =>
  (await app.server.docs.get(documentPaths.notificationRules(teamId, 'sam'))).data;
const press = async (app: AppStage, name: string) => {
  await app.user.click(panel().getByRole('button', { name }));
  await arrive(app);
};
const change = async (app: AppStage) => {
  await press(app, 'Change notifications');
  await panel().findByRole('button', { name: 'Save notification rules' });
};
const chosen = () => panel().getByRole('radio', { name: 'At certain hours' });
const conflict = () => panel().queryByRole('region', { name: 'Changed meanwhile' });
const elsewhere = async (app: AppStage) => {
  await call(await app.person('Lin'), 'saveNotificationRules', {
    ...{ userId: 'sam', high: structuredClone(defaultUrgencyRules) },
    ...{ low: { atOnce: 'phone', later: [] }, quietHours: null },
  });
  await arrive(app);
};
/** The form of one's own rules, with quiet hours chosen. */
async function edited(): Promise<AppStage> {
  const app = await stage({ as: 'Sam', path: '/me' });
  await change(app);
  await app.user.click(chosen());
  return app;
}

test('chosen quiet hours survive leaving the screen, until they are saved', async () => {
  const app = await edited();
  await app.go('/');
  await app.go('/me');
  await change(app);
  expect(chosen()).toBeChecked();
  await press(app, 'Save notification rules');
  expect(await stored(app)).toMatchObject({ quietHours: { holds: 'low' }, revision: 1 });
  await change(app);
  expect(panel().getByRole('button', { name: 'Save notification rules' })).toHaveAccessibleDescription(
    'Nothing is changed yet.',
  );
});

test('Cancel discards the chosen quiet hours', async () => {
  const app = await edited();
  await press(app, 'Cancel');
  await change(app);
  expect(chosen()).not.toBeChecked();
});

test('rules replace rules saved by an admin meanwhile only after a choice', async () => {
  const app = await edited();
  await elsewhere(app);
  expect(conflict()).toBeVisible();
  await press(app, 'Save notification rules');
  expect(await stored(app)).toMatchObject({ low: { atOnce: 'phone' }, quietHours: null });
  await press(app, 'Keep what I typed');
  expect(conflict()).toBeNull();
  await press(app, 'Save notification rules');
  expect(await stored(app)).toMatchObject({ low: { atOnce: 'all' }, quietHours: { holds: 'low' } });
});

test('rules saved by an admin meanwhile can be taken', async () => {
  const app = await edited();
  await elsewhere(app);
  await press(app, 'Take theirs');
  expect(chosen()).not.toBeChecked();
});

test('rejected rules show the reason, and stay in the form', async () => {
  const app = await edited();
  await app.client.control.inject({
    ...{ kind: 'refuse', service: 'functions', operation: 'call:saveNotificationRules' },
    code: 'permission-denied',
  });
  await press(app, 'Save notification rules');
  expect(panel().getByText(/You may not do this/)).toBeVisible();
  expect(chosen()).toBeChecked();
});

test('a backend without notifications offers no rules', async () => {
  await stage({
    as: 'Sam',
    path: '/me',
    backend: (client) => ({
      ...client,
      capabilities: {
        ...client.capabilities,
        supports: { ...client.capabilities.supports, 'messaging.push': 'no', 'messaging.foreground': 'no' },
      },
    }),
  });
  expect(panel().getByText(/^There is nothing to choose/)).toBeVisible();
  expect(panel().queryByRole('button')).toBeNull();
});
