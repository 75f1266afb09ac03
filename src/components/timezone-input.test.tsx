import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Field } from '#src/ui/field.tsx';
import { TimezoneInput } from './timezone-input.tsx';

afterEach(cleanup);

function Zone({ given }: { readonly given: string }) {
  const [value, setValue] = useState(given);
  return (
    <>
      <Field label="Time zone">
        <TimezoneInput value={value} onChange={setValue} />
      </Field>
      <output aria-label="Value">{value}</output>
    </>
  );
}

test.each([
  ['UTC', 'UTC', 'UTC'],
  ['kyiv', 'Europe/Kyiv', 'Europe/Kyiv'],
  ['kolkata', 'Asia/Kolkata', 'Asia/Kolkata'],
  ['calcutta', 'Asia/Kolkata', 'Asia/Kolkata'],
  ['new york', 'America/New York', 'America/New_York'],
  ['New_York', 'America/New York', 'America/New_York'],
])('“%s” finds %s', async (typed, label, id) => {
  const user = userEvent.setup();
  render(<Zone given="" />);
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
  await user.paste(typed);
  await user.click(await screen.findByRole('option', { name: label }));
  expect(screen.getByRole('status', { name: 'Value' })).toHaveTextContent(id);
});

test('a zone stored under an earlier name is shown by the current name, and stays as stored', () => {
  render(<Zone given="Asia/Calcutta" />);
  expect(screen.getByLabelText('Asia/Kolkata')).toBeVisible();
  expect(screen.getByRole('status', { name: 'Value' })).toHaveTextContent('Asia/Calcutta');
});

test('an unlisted zone is shown', () => {
  render(<Zone given="Mars/Olympus" />);
  expect(screen.getByLabelText('Mars/Olympus')).toBeVisible();
});
