import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MenuSection } from './menu.tsx';

beforeEach(() => void vi.resetModules());
afterEach(cleanup);

/** As on a page that has fetched nothing of menus yet. */
async function show() {
  const select = vi.fn<() => void>();
  const sections: readonly MenuSection[] = [{ items: [{ id: 'go', label: 'Go there', onSelect: select }] }];
  const { Menu, loadMenus } = await import('./menu.tsx');
  render(<Menu sections={sections} trigger={<button type="button">More</button>} />);
  return { select, loadMenus, button: () => screen.getByRole('button', { name: 'More' }) };
}

it('says that it opens a menu before its script is there; a press is not lost', async () => {
  const { button, select } = await show();
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  expect(button()).toHaveAttribute('aria-expanded', 'false');
  // Without a pause between the parts of the press: once it is neared its script may come at any time, and another button with it.
  await userEvent.setup({ delay: null }).click(button());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Go there' }));
  expect(select).toHaveBeenCalledTimes(1);
});

it.each([
  { press: 'a press of the mouse', down: { keys: '[MouseLeft>]' }, up: { keys: '[/MouseLeft]' } },
  { press: 'a touch', down: { keys: '[TouchA>]' }, up: { keys: '[/TouchA]' } },
])('the script comes in the middle of $press, which opens all the same', async ({ down, up }) => {
  const { button, loadMenus } = await show();
  const user = userEvent.setup();
  await user.pointer({ ...down, target: button() });
  await act(loadMenus);
  await user.pointer({ ...up, target: button() });
  expect(await screen.findByRole('menuitem', { name: 'Go there' })).toBeVisible();
});

it('the script comes while the space bar is down, which opens all the same', async () => {
  const { button, loadMenus } = await show();
  const user = userEvent.setup();
  await user.tab();
  expect(button()).toHaveFocus();
  await user.keyboard('{ >}');
  await act(loadMenus);
  await user.keyboard('{/ }');
  expect(await screen.findByRole('menuitem', { name: 'Go there' })).toBeVisible();
});

it('a press that is let go elsewhere opens nothing, and the next one does', async () => {
  const { button, loadMenus } = await show();
  const user = userEvent.setup();
  await user.pointer({ keys: '[MouseLeft>]', target: button() });
  await act(loadMenus);
  await user.pointer({ keys: '[/MouseLeft]', target: document.body });
  expect(screen.queryByRole('menuitem')).toBeNull();
  await user.click(button());
  expect(await screen.findByRole('menuitem', { name: 'Go there' })).toBeVisible();
});

it('by keyboard the focus stays on the button while the script comes, and returns to it', async () => {
  const { button, loadMenus } = await show();
  await userEvent.tab();
  await loadMenus();
  await waitFor(() => expect(button()).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'Go there' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(button()).toHaveFocus();
});
