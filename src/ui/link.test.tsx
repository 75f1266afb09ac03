import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Link, type LinkProps, NavigateProvider } from './link.tsx';

afterEach(cleanup);

/** Clicks a link; returns what the app navigated to, and whether the browser follows the link too. */
function click(props: Partial<LinkProps>, init: MouseEventInit = {}) {
  const navigate = vi.fn<(href: string) => void>();
  render(
    <NavigateProvider
      navigate={navigate}
      hrefOf={(href) => (href.startsWith('/') ? `/t/harbour${href}` : href)}
    >
      <Link href="/alerts" {...props}>
        Alerts
      </Link>
    </NavigateProvider>,
  );
  const link = screen.getByRole('link', { name: 'Alerts' });
  // jsdom can't navigate: the default of a click is prevented after React has seen it.
  let followed = true;
  const end = (event: Event) => {
    followed = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', end, { once: true });
  fireEvent(link, createEvent.click(link, { button: 0, ...init }));
  return { link, followed, navigated: navigate.mock.calls.map(([href]) => href) };
}

describe('a click on a link', () => {
  test('navigates within the app instead of loading the page', () => {
    const { link, followed, navigated } = click({});
    expect(navigated).toEqual(['/alerts']);
    expect(followed).toBe(false);
    expect(link).toHaveAttribute('href', '/t/harbour/alerts');
  });

  test.each([
    ['Control', { ctrlKey: true }],
    ['Command', { metaKey: true }],
    ['Shift', { shiftKey: true }],
    ['Alt', { altKey: true }],
    ['the middle button', { button: 1 }],
  ])('with %s is left to the browser', (_, init) => {
    expect(click({}, init)).toMatchObject({ followed: true, navigated: [] });
  });

  test.each([
    ['another target', { target: '_blank' }],
    ['an address elsewhere', { href: 'https://example.com/' }],
  ])('with %s is left to the browser', (_, props) => {
    expect(click(props)).toMatchObject({ followed: true, navigated: [] });
  });

  test('that its own handler prevents goes nowhere', () => {
    expect(click({ onClick: (event) => event.preventDefault() })).toMatchObject({
      followed: false,
      navigated: [],
    });
  });
});
