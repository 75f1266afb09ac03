import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TickingClockProvider, type TickingClock } from './clock.tsx';
import { MessageText } from './message-text.tsx';
import { relativeTime } from './time-format.ts';
import { Countdown, Time } from './time.tsx';
import { TooltipPopup } from './tooltip-popup.tsx';

afterEach(cleanup);

const start = Date.parse('2026-11-21T08:41:07Z');

function handClock(): TickingClock & { readonly move: (milliseconds: number) => void } {
  let now = start;
  const listeners = new Set<() => void>();
  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move(milliseconds) {
      now += milliseconds;
      for (const listener of listeners) listener();
    },
  };
}

describe('Time', () => {
  it('is relative and moves with the given clock', () => {
    const clock = handClock();
    render(
      <TickingClockProvider clock={clock} zone="Europe/Berlin">
        <Time at={start - 59_000} />
        <Countdown to={start + 252_000} />
      </TickingClockProvider>,
    );
    expect(screen.getByText('59 s ago')).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent('4:12');
    act(() => clock.move(61_000));
    expect(screen.getByText('2 min ago')).toHaveAttribute('datetime', '2026-11-21T08:40:08.000Z');
    expect(screen.getByRole('timer')).toHaveTextContent('3:11');
    act(() => clock.move(3_600_000));
    expect(screen.getByRole('timer')).toHaveTextContent('0:00');
  });

  it('shows the absolute time in the reader’s zone and the other one on focus', async () => {
    render(
      <TickingClockProvider
        clock={handClock()}
        zone="Europe/Berlin"
        otherZone={{ label: 'Office', zone: 'America/New_York' }}
      >
        <Time at={start} form="clock" />
        <TooltipPopup />
      </TickingClockProvider>,
    );
    expect(screen.getByText('09:41')).toBeInTheDocument();
    await userEvent.tab();
    expect(await screen.findByText(/Sat 21 Nov 2026, 09:41:07 CET|09:41:07 GMT\+1/)).toBeInTheDocument();
    expect(screen.getByText(/^Office: .*03:41:07/)).toBeInTheDocument();
  });

  it.each([
    [0, 'now'],
    [-59_000, '59 s ago'],
    [-60_000, '1 min ago'],
    [-3_599_000, '59 min ago'],
    [7_200_000, 'in 2 h'],
    [-6 * 86_400_000, '6 d ago'],
    [-8 * 86_400_000, '13 Nov'],
    [-365 * 86_400_000, '21 Nov 2025'],
  ])('shows %i ms as "%s"', (distance, words) => {
    expect(relativeTime(start + distance, start, 'UTC')).toBe(words);
  });
});

describe('MessageText', () => {
  it('shows markup as plain text', () => {
    const { container } = render(<MessageText>{'<img src=x onerror=alert(1)> <b>bold</b>'}</MessageText>);
    expect(container.querySelector('img, b')).toBeNull();
    expect(container).toHaveTextContent('<img src=x onerror=alert(1)> <b>bold</b>');
  });

  it('links http and https only, without the surrounding punctuation', () => {
    render(
      <MessageText>
        {'See (https://a.example/x_(1)?q=2), javascript:alert(1) and HTTP://b.example.'}
      </MessageText>,
    );
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://a.example/x_(1)?q=2',
      'HTTP://b.example',
    ]);
    for (const link of screen.getAllByRole('link'))
      expect(link).toHaveAttribute('rel', 'noreferrer noopener');
  });

  it('keeps code and links in code unchanged, and every character of the rest', () => {
    const { container } = render(
      <MessageText>{'Run `curl https://c.example`\n```\nkubectl get pods\n```done'}</MessageText>,
    );
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.querySelector('code')).toHaveTextContent('curl https://c.example');
    expect(container.querySelector('pre')).toHaveTextContent('kubectl get pods');
    expect(container.textContent).toBe('Run curl https://c.example\nkubectl get podsdone');
  });

  it('shows 10,000 hostile characters whole, in a bounded number of elements', () => {
    for (const text of [`http://x${')'.repeat(9_992)}`, 'http://x '.repeat(1_111), '[('.repeat(5_000)]) {
      const { container, unmount } = render(<MessageText>{text}</MessageText>);
      expect(container.textContent).toBe(text);
      expect(container.querySelectorAll('*').length).toBeLessThan(600);
      unmount();
    }
  });
});
