import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Menu, type MenuItem } from './menu.tsx';

afterEach(cleanup);

const select = vi.fn<() => void>();
afterEach(() => select.mockClear());

function show(item: Partial<MenuItem> = {}) {
  const items = [{ id: 'go', label: 'Go there', onSelect: select, ...item }];
  render(<Menu sections={[{ items }]} trigger={<button type="button">More</button>} />);
  return screen.getByRole('button', { name: 'More' });
}

it('a button announces its menu, and a press opens the menu', async () => {
  const button = show();
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Go there' }));
  expect(select).toHaveBeenCalledTimes(1);
});

it.each(['[MouseLeft>]', '[TouchA>]'])('%s and its release open the menu', async (down) => {
  const button = show();
  const user = userEvent.setup();
  await user.pointer({ keys: down, target: button });
  await user.pointer({ keys: down.replace('[', '[/').replace('>', ''), target: button });
  expect(await screen.findByRole('menuitem', { name: 'Go there' })).toBeVisible();
});

it.each([' ', '{Enter}'])(
  'the key “%s” opens the menu; Escape returns the focus to the button',
  async (key) => {
    const button = show();
    await userEvent.tab();
    await userEvent.keyboard(key);
    expect(await screen.findByRole('menuitem', { name: 'Go there' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  },
);

it('a disabled item shows the reason, and stays open when pressed', async () => {
  const button = show({ disabledReason: 'There is nowhere to go.' });
  await userEvent.click(button);
  const item = await screen.findByRole('menuitem', { name: /There is nowhere to go/ });
  await userEvent.click(item);
  expect(item).toBeVisible();
  expect(select).not.toHaveBeenCalled();
});
