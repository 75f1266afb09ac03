import { cleanup, render, screen, waitFor } from '@testing-library/react';
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
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Go there' }));
  expect(select).toHaveBeenCalledTimes(1);
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
