import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Webhooks' }));

test('ntfy needs a topic alone; what is secret is on no screen afterwards, and it can be removed', async () => {
  const app = await stage({ as: 'Sam', path: '/me' });
  await app.user.click(panel().getByRole('button', { name: 'Add a webhook' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/A topic has up to 64/u)).toBeVisible();
  await app.user.type(dialog.getByRole('textbox', { name: /Topic/u }), 'sams-secret-topic');
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await arrive(app);
  expect(await panel().findByText('To ntfy.sh.', { exact: false })).toBeVisible();
  expect(document.body.textContent).not.toContain('sams-secret-topic');
  const [stored] = await app.server.docs.find(query(collectionPaths.personalWebhooks(teamId)));
  expect(stored?.data).toMatchObject({ userId: 'sam', service: 'ntfy', host: 'ntfy.sh' });
  const secret = await app.server.docs.get(documentPaths.personalWebhookSecret(teamId, stored?.id ?? ''));
  expect(JSON.stringify(secret.data)).toContain('sams-secret-topic');
  await app.user.click(panel().getByRole('button', { name: 'Remove ntfy' }));
  await app.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  );
  await arrive(app);
  expect(panel().queryByText('To ntfy.sh.', { exact: false })).toBeNull();
});
