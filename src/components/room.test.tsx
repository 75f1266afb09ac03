import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandPalette } from '#src/ui/command-palette.tsx';
import { Composer } from '#src/ui/composer.tsx';
import { PageAlarm } from './page-alarm.tsx';
import type { TimelineRow } from './timeline-entry.tsx';
import { RoomLayout } from './room-layout.tsx';
import { Timeline } from './timeline.tsx';
import { RenderErrorContext } from '#src/ui/render-boundary.tsx';
import { UiRoot } from '#src/ui/ui-root.tsx';

afterEach(cleanup);

const now = Date.parse('2026-11-21T08:41:07Z');
const clock = { now: () => now, subscribe: () => () => undefined };
const inUi = (children: React.ReactNode) => (
  <UiRoot clock={clock} zone="UTC">
    {children}
  </UiRoot>
);

describe('RoomLayout', () => {
  const onPhone = () => {
    const { matchMedia } = window;
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList;
    return () => {
      window.matchMedia = matchMedia;
    };
  };
  const layout = (rendersHidden: boolean) => (
    <RoomLayout
      header="A room"
      timeline="Entries"
      composer={null}
      context="Its status"
      people="Its people"
      rendersHidden={rendersHidden}
    />
  );

  it('renders a phone’s hidden panes when due, and a chosen one earlier', async () => {
    const leavePhone = onPhone();
    const { rerender } = render(inUi(layout(false)));
    expect(screen.getByText('Entries')).toBeInTheDocument();
    expect(screen.queryByText('Its status')).toBeNull();
    expect(screen.queryByText('Its people')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    expect(screen.getByText('Its status')).toBeInTheDocument();
    rerender(inUi(layout(true)));
    expect(screen.getByText('Its people')).toBeInTheDocument();
    leavePhone();
  });
});

describe('Timeline', () => {
  const entry = (id: string, minutes: number, own = false): TimelineRow => {
    const author = { id: 'lin', name: 'Lin' };
    return { id, kind: 'comment', at: now - minutes * 60_000, author, body: `Comment ${id}`, own };
  };
  const geometry = (element: Element, scrollHeight: number) => {
    Object.defineProperties(element, {
      scrollHeight: { value: scrollHeight, configurable: true },
      clientHeight: { value: 400, configurable: true },
    });
  };

  it('scrolls along at the end, counts new entries elsewhere, and never moves entries being read', async () => {
    const entries = [entry('a', 30), entry('b', 20)];
    const { rerender } = render(inUi(<Timeline label="Timeline" entries={entries} />));
    const scroller = screen.getByRole('region', { name: 'Timeline' });
    geometry(scroller, 1_000);

    rerender(inUi(<Timeline label="Timeline" entries={[...entries, entry('c', 10)]} />));
    expect(scroller.scrollTop).toBe(1_000);
    expect(screen.queryByRole('button', { name: /new/ })).toBeNull();

    scroller.scrollTop = 100;
    fireEvent.scroll(scroller);
    rerender(
      inUi(
        <Timeline label="Timeline" entries={[...entries, entry('c', 10), entry('d', 2), entry('e', 1)]} />,
      ),
    );
    expect(scroller.scrollTop).toBe(100);
    await userEvent.click(screen.getByRole('button', { name: '2 new' }));
    expect(scroller.scrollTop).toBe(1_000);
    scroller.scrollTop = 580;
    fireEvent.scroll(scroller);
    expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  });

  it('confines an entry that fails to render, shows its source text, and reports it once for each attempt', () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = (): never => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    const broken = { ...entry('b', 20), body: <Broken />, source: 'http://x <b>)))</b>' };
    const report = vi.fn<(error: Error) => void>();
    const reporting = (entries: readonly TimelineRow[]) => (
      <RenderErrorContext value={report}>
        {inUi(<Timeline label="Timeline" entries={entries} />)}
      </RenderErrorContext>
    );
    const { rerender } = render(reporting([entry('a', 30), broken]));
    const items = () => screen.getAllByRole('listitem').filter(({ id }) => id !== '');
    expect(items()[0]).toHaveTextContent('Comment a');
    expect(items()[1]).toHaveTextContent(
      'Lin08:21This entry can’t be displayed. Its text:http://x <b>)))</b>',
    );
    expect(items()[1]?.querySelector('b')).toBeNull();
    expect(reported).toHaveBeenCalledTimes(1);
    expect(report).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(items()[1]).toHaveTextContent('can’t be displayed');
    expect(report).toHaveBeenCalledTimes(2);
    // A new version of the entry is rendered again.
    rerender(reporting([entry('a', 30), { ...broken, body: 'Mended' }]));
    expect(items()[1]).toHaveTextContent('Mended');
    expect(screen.queryByText(/can’t be displayed/)).toBeNull();
    reported.mockRestore();
  });

  it('scrolls to the reader’s own entry from anywhere', () => {
    const entries = [entry('a', 30), entry('b', 20)];
    const { rerender } = render(inUi(<Timeline label="Timeline" entries={entries} />));
    const scroller = screen.getByRole('region', { name: 'Timeline' });
    geometry(scroller, 1_000);
    scroller.scrollTop = 100;
    fireEvent.scroll(scroller);
    rerender(inUi(<Timeline label="Timeline" entries={[...entries, entry('mine', 0, true)]} />));
    expect(scroller.scrollTop).toBe(1_000);
  });

  it('separates days and marks queued or failed entries', () => {
    const entries: TimelineRow[] = [
      entry('old', 24 * 60),
      { ...entry('queued', 1), delivery: 'queued' },
      { ...entry('failed', 0), delivery: 'failed', deliveryNote: 'Not sent: too long.' },
    ];
    render(inUi(<Timeline label="Timeline" entries={entries} />));
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Yesterday',
      expect.stringContaining('Comment old'),
      expect.stringMatching(/^Today.*Queued/),
      expect.stringContaining('Not sent: too long.'),
    ]);
  });
});

describe('Composer', () => {
  function Sample({
    onSubmit,
    onFiles,
  }: {
    onSubmit: () => void;
    onFiles?: (files: readonly File[]) => void;
  }) {
    const [value, setValue] = useState('');
    return (
      <Composer
        label="Comment"
        value={value}
        onChange={setValue}
        onSubmit={onSubmit}
        {...(onFiles ? { onFiles } : {})}
      />
    );
  }

  it('sends by Ctrl+Enter, never by Enter alone, and never nothing', async () => {
    const submit = vi.fn<() => void>();
    render(inUi(<Sample onSubmit={submit} />));
    const input = screen.getByRole('textbox', { name: 'Comment' });
    await userEvent.type(input, '  {Control>}{Enter}{/Control}');
    expect(submit).not.toHaveBeenCalled();
    await userEvent.type(input, 'One{Enter}two');
    expect(submit).not.toHaveBeenCalled();
    expect(input).toHaveValue('  One\ntwo');
    await userEvent.type(input, '{Control>}{Enter}{/Control}');
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('takes a pasted image as a file', () => {
    const files = vi.fn<(files: readonly File[]) => void>();
    render(inUi(<Sample onSubmit={() => undefined} onFiles={files} />));
    const image = new File(['x'], 'graph.png', { type: 'image/png' });
    fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { files: [image] } });
    expect(files).toHaveBeenCalledExactlyOnceWith([image]);
  });
});

describe('PageAlarm', () => {
  const alarm = (onAcknowledge: () => void) => (
    <PageAlarm
      title="Checkout error rate above 5%"
      severity="SEV1"
      severityName="Critical"
      since={now - 47_000}
      consequence={{ text: 'Escalates to Lin in', at: now + 252_000 }}
      onAcknowledge={onAcknowledge}
      onCantTakeIt={() => undefined}
    />
  );

  it('takes the focus, shows what happens without an answer, and can’t be dismissed', async () => {
    render(inUi(alarm(() => undefined)));
    const dialog = screen.getByRole('alertdialog', { name: 'Checkout error rate above 5%' });
    await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
    expect(dialog).toHaveTextContent('for 0:47');
    expect(dialog).toHaveTextContent('Escalates to Lin in 4:12');
    await userEvent.keyboard('{Escape}');
    expect(dialog).toBeInTheDocument();
  });

  it('is acknowledged by A after a moment of quiet, but not by a person typing when the alarm appeared', () => {
    const acknowledge = vi.fn<() => void>();
    const shown = performance.now();
    render(inUi(alarm(acknowledge)));
    const press = (after: number) => {
      const event = new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: shown + after });
      fireEvent(screen.getByRole('heading'), event);
    };
    press(100);
    press(600);
    press(1_200);
    expect(acknowledge).not.toHaveBeenCalled();
    press(2_500);
    expect(acknowledge).toHaveBeenCalledTimes(1);
  });
});

describe('CommandPalette', () => {
  it('finds by words, initials of words and keywords, and runs the best match by Enter', async () => {
    const run = vi.fn<(id: string) => void>();
    const command = (id: string, label: string, keywords?: readonly string[]) => ({
      id,
      label,
      group: 'Actions',
      keywords,
      onRun: () => run(id),
    });
    const commands = [
      command('incident', '#218 Declare bankruptcy fails'),
      command('declare', 'Declare incident'),
      command('theme', 'Use the dark theme', ['night']),
    ];
    const onOpenChange = vi.fn<(open: boolean) => void>();
    render(
      inUi(
        <CommandPalette placeholder="Find a screen" open onOpenChange={onOpenChange} commands={commands} />,
      ),
    );
    const input = screen.getByRole('combobox', { name: 'Find anything' });
    await userEvent.type(input, 'night');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.clear(input);
    await userEvent.type(input, 'decl{Enter}');
    expect(run).toHaveBeenCalledExactlyOnceWith('declare');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});
