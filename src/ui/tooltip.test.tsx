import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipPopup } from './tooltip-popup.tsx';
import { Tooltip, TooltipDelays } from './tooltip.tsx';
import { UiRoot } from './ui-root.tsx';

let hours = 0;
// Long after the test before: soon after one tooltip has closed the next opens at once.
beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    advanceTimeDelta: 1,
    toFake: ['setTimeout', 'clearTimeout', 'performance'],
  });
  vi.advanceTimersByTime(++hours * 3_600_000);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const setup = () => userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);

const clock = { now: () => 0, subscribe: () => () => undefined };
const inUi = (children: React.ReactNode) => (
  <UiRoot clock={clock}>
    <TooltipPopup />
    <TooltipDelays>{children}</TooltipDelays>
  </UiRoot>
);

function Two({ onTap = false, press = () => {} }: { readonly onTap?: boolean; readonly press?: () => void }) {
  return (
    <>
      <Tooltip content="The first" onTap={onTap}>
        <button type="button" onClick={press}>
          One
        </button>
      </Tooltip>
      <Tooltip content="The second">
        <button type="button">Two</button>
      </Tooltip>
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name });

it('a tooltip opens when a pointer rests, stays while the pointer moves to it, and closes when the pointer has left', async () => {
  const user = setup();
  render(inUi(<Two />));
  await user.hover(button('One'));
  await wait(100);
  expect(shown()).toEqual([]);
  await wait(400);
  expect(shown()).toEqual(['The first']);
  await user.unhover(button('One'));
  await user.hover(screen.getByRole('tooltip'));
  await wait(1_000);
  expect(shown()).toEqual(['The first']);
  await user.unhover(screen.getByRole('tooltip'));
  await wait(200);
  expect(shown()).toEqual([]);
});

it('the next tooltip opens at once, and only one is open', async () => {
  const user = setup();
  render(inUi(<Two />));
  await user.hover(button('One'));
  await wait(500);
  await user.hover(button('Two'));
  await wait(10);
  expect(shown()).toEqual(['The second']);
});

it('a tooltip opens on keyboard focus, and closes on Escape and on leaving', async () => {
  const user = setup();
  render(inUi(<Two />));
  await user.tab();
  expect(shown()).toEqual(['The first']);
  await user.keyboard('{Escape}');
  expect(shown()).toEqual([]);
  await user.tab();
  expect(shown()).toEqual(['The second']);
  await user.tab();
  expect(shown()).toEqual([]);
});

it('a press closes the tooltip and triggers the button', async () => {
  const user = setup();
  const press = vi.fn<() => void>();
  render(inUi(<Two press={press} />));
  await user.hover(button('One'));
  await wait(500);
  await user.click(button('One'));
  expect(press).toHaveBeenCalledTimes(1);
  await wait(1_000);
  expect(shown()).toEqual([]);
});

it('a tap opens the only tooltip for touch, and a tap elsewhere closes the tooltip', async () => {
  const user = setup();
  render(inUi(<Two onTap />));
  fireEvent.click(button('One'));
  expect(shown()).toEqual(['The first']);
  await user.pointer({ target: button('Two'), keys: '[TouchA]' });
  expect(shown()).toEqual([]);
});

it('a tooltip disappears together with its button', async () => {
  const user = setup();
  const { rerender } = render(inUi(<Two />));
  await user.tab();
  expect(shown()).toEqual(['The first']);
  rerender(inUi(<p>Gone</p>));
  await wait(200);
  expect(shown()).toEqual([]);
});
