import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextArea, TextInput } from './text-input.tsx';
import { toastList, ToastHost, useToasts } from './toasts.tsx';
import { TooltipPopup } from './tooltip-popup.tsx';

afterEach(cleanup);

describe('Field', () => {
  it('names its control and describes it with the hint', () => {
    render(
      <Field label="Title" hint="What is broken, for whom.">
        <TextInput />
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Title' });
    expect(input).toHaveAccessibleDescription('What is broken, for whom.');
    expect(input).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('marks its control invalid and describes it with the error instead', () => {
    render(
      <Field label="Title" hint="What is broken, for whom." error="Say what is broken.">
        <TextArea />
      </Field>,
    );
    const area = screen.getByRole('textbox', { name: 'Title' });
    expect(area).toBeInvalid();
    expect(area).toHaveAccessibleDescription('Say what is broken.');
  });

  it('names a Select and a Combobox too', () => {
    render(
      <>
        <Field label="Severity">
          <Select options={[{ value: 1, label: 'SEV1' }]} value={1} onChange={() => undefined} />
        </Field>
        <Field label="Who to page">
          <Combobox options={[]} value={[]} onChange={() => undefined} />
        </Field>
      </>,
    );
    expect(screen.getByRole('combobox', { name: 'Severity' })).toHaveTextContent('SEV1');
    expect(screen.getByRole('combobox', { name: 'Who to page' })).toBeInTheDocument();
  });
});

describe('Combobox', () => {
  const options = [
    { id: 'sam', label: 'Sam Osei' },
    { id: 'lin', label: 'Lin Ødegård' },
  ];

  it('takes the first match on Enter, and submits no form', async () => {
    const change = vi.fn<(ids: readonly string[]) => void>();
    const submit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Combobox aria-label="Who to page" options={options} value={[]} onChange={change} />
      </form>,
    );
    await userEvent.type(screen.getByRole('combobox', { name: 'Who to page' }), 'lin');
    expect(await screen.findByRole('option', { name: 'Lin Ødegård' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(change).toHaveBeenCalledExactlyOnceWith(['lin']);
    expect(submit).not.toHaveBeenCalled();
  });

  it('takes nothing on Enter without a match', async () => {
    const change = vi.fn<(ids: readonly string[]) => void>();
    render(<Combobox aria-label="Who to page" options={options} value={[]} onChange={change} />);
    await userEvent.type(screen.getByRole('combobox', { name: 'Who to page' }), 'xyz{Enter}');
    expect(change).not.toHaveBeenCalled();
  });
});

describe('Button', () => {
  it('stays focusable when disabled, shows the reason, and does nothing', async () => {
    const press = vi.fn<() => void>();
    render(
      <>
        <Button disabledReason="Only the commander can close an incident" onClick={press}>
          Close incident
        </Button>
        <TooltipPopup />
      </>,
    );
    const button = screen.getByRole('button', { name: 'Close incident' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Only the commander can close an incident');
    await userEvent.tab();
    await waitFor(() => expect(button).toHaveFocus());
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(press).not.toHaveBeenCalled();
    expect(screen.getAllByText('Only the commander can close an incident').length).toBe(2);
  });

  it('says what it waits for and ignores presses while busy', async () => {
    const submit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy="Declaring…">
          Declare
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: /Declaring…/ });
    await userEvent.click(button);
    expect(submit).not.toHaveBeenCalled();
  });
});

describe('the toasts', () => {
  function Sample({ undo }: { undo: () => void }) {
    const toasts = useToasts();
    return (
      <>
        <button type="button" onClick={() => toasts.undo('Task deleted', undo)}>
          Delete
        </button>
        <button type="button" onClick={() => toasts.error('Not saved', 'Somebody else changed it.')}>
          Fail
        </button>
      </>
    );
  }

  it('undo once and disappear', async () => {
    const undo = vi.fn<() => void>();
    render(
      <ToastHost>
        <Sample undo={undo} />
      </ToastHost>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  });

  it('keep an error until dismissed', async () => {
    // A script is loaded in real time, which stands still below.
    await toastList.load();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const user = userEvent.setup({ advanceTimers: (time) => vi.advanceTimersByTime(time) });
      render(
        <ToastHost>
          <Sample undo={() => undefined} />
        </ToastHost>,
      );
      await user.click(screen.getByRole('button', { name: 'Delete' }));
      await user.click(screen.getByRole('button', { name: 'Fail' }));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(screen.queryByText('Task deleted')).not.toBeInTheDocument();
      expect(screen.getByRole('alert')).toHaveTextContent('Not savedSomebody else changed it.');
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      await vi.advanceTimersByTimeAsync(1_000);
      expect(screen.queryByText('Not saved')).not.toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });
});

it('a Select keeps the choice of a removed option, shown as none', async () => {
  const user = userEvent.setup({ delay: null });
  const changes: string[] = [];
  const options = ['Ada', 'Lin', 'Sam'].map((name) => ({ value: name, label: name }));
  const select = (value: string, offered: typeof options) => (
    <Select aria-label="Who" options={offered} value={value} onChange={(next) => changes.push(next)} />
  );
  const view = render(select('Ada', options));
  await user.click(screen.getByRole('combobox', { name: 'Who' }));
  await user.click(await screen.findByRole('option', { name: 'Lin' }));
  view.rerender(select('Lin', options));
  await user.click(screen.getByRole('combobox', { name: 'Who' }));
  await screen.findByRole('option', { name: 'Sam' });
  view.rerender(
    select('Lin', [
      { value: 'Ada', label: 'Ada' },
      { value: 'Sam', label: 'Sam' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Lin' })).toBeNull());
  expect(changes).toEqual(['Lin']);
  expect(screen.getByRole('combobox', { name: 'Who', hidden: true })).toHaveTextContent('Choose');
});
