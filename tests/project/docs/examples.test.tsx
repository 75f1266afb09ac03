/** The examples of docs/providers.md, run. `readme.test.ts` checks that the page shows exactly these lines. */
import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFunctions } from '#functions/index.ts';
import { connect, FakeCloud, settle } from '#fakes/index.ts';
import { authPart } from '#fakes/parts/auth.ts';
import { cloudOf, connectTo } from '#fakes/parts/cloud-of.ts';
import { docsPart } from '#fakes/parts/docs.ts';
import { testRules } from '#firebase-rules/index.ts';
import { can } from '#ports/capabilities.ts';
import type { Backend } from '#ports/backend.ts';
import { query, where } from '#ports/docs/query.ts';
import { useEffect, useState } from 'react';

it('a screen without a backend', async () => {
  // Example: a screen
  function OpenTasks({ backend }: { backend: Backend }) {
    const [titles, setTitles] = useState<string[]>([]);
    useEffect(
      () =>
        backend.docs.watchQuery(query('tasks', where('done', '==', false)), {
          next: ({ docs }) => setTitles(docs.map((doc) => String(doc.data?.['title']))),
        }),
      [backend],
    );
    return titles.map((title) => <p key={title}>{title}</p>);
  }

  const backend = connect(new FakeCloud());
  await backend.auth.guests.signIn();
  await backend.docs.write({ type: 'set', path: 'tasks/a', data: { title: 'Call Lin', done: false } });
  render(<OpenTasks backend={backend} />);
  expect(await screen.findByText('Call Lin')).toBeVisible();
  // Example: end
  await backend.dispose();
});

it('two people, a bad network and the passing of time', async () => {
  // Example: a test
  const cloud = new FakeCloud({ functions: createFunctions(), seed: 7 });
  const ada = connect(cloud);
  const lin = connect(cloud);
  for (const [person, email] of [
    [ada, 'ada@example.com'],
    [lin, 'lin@example.com'],
  ] as const)
    await person.auth.createUser({ email, password: 'correct horse' });

  ada.control.setNetwork(false);
  const landed = ada.docs.write({ type: 'set', path: 'notes/a', data: { text: 'written offline' } });
  expect((await lin.docs.get('notes/a')).data).toBeNull();

  ada.control.setNetwork(true);
  await landed;
  expect((await lin.docs.get('notes/a')).data).toEqual({ text: 'written offline' });

  cloud.faults.inject({ kind: 'refuse', service: 'docs', code: 'resource-exhausted' });
  await expect(lin.docs.get('notes/a', { source: 'server' })).rejects.toMatchObject({ retryable: true });

  const before = cloud.clock.now();
  await cloud.advance(60 * 60 * 1000);
  expect(cloud.clock.now() - before).toBe(3_600_000);
  // Example: end
  await settle();
  await ada.dispose();
  await lin.dispose();
  cloud.dispose();
});

it('a cloud of documents and auth', async () => {
  // Example: a part
  const cloud = cloudOf({ auth: authPart, docs: docsPart });
  const ada = connectTo(cloud);
  await ada.auth.guests.signIn();
  await ada.docs.write({ type: 'set', path: 'notes/a', data: { text: 'small' } });
  expect(can(ada.capabilities, 'realtime')).toBe(false);
  expect(() => ada.realtime.get('notes')).toThrow('This backend has no realtime.');
  // Example: end
  await ada.dispose();
  cloud.dispose();
});

it('rules are tested without a backend', () => {
  // Example: a ruleset
  const rules = testRules(readFileSync('firestore.rules', 'utf8'));
  expect(rules.as('ada').get('users/ada').refusal).toBeNull();
  expect(rules.as('lin').get('users/ada').refusal?.message).toContain("uid is 'lin' and userId is 'ada'");
  // Example: end
  const page = readFileSync('docs/providers.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(page).toContain(`“${rules.as('lin').get('users/ada').refusal?.message}”`);
});
