import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKeyRegistry, pageScope } from './key-registry.ts';
import { KeyScope, KeysProvider, useKey, useReadKeys } from './keys.tsx';

afterEach(cleanup);

function Bound({ combo, run, typing = false }: { combo: string; run: () => void; typing?: boolean }) {
  useKey(combo, `Run ${combo}`, run, { whileTyping: typing });
  return null;
}

const press = (registry: ReturnType<typeof createKeyRegistry>, key: string, timeStamp: number, init = {}) => {
  const event = new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, ...init });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  registry.handle(event);
  return event;
};
const binding = (combo: string, run: () => void) => ({
  combo,
  label: combo,
  group: 'Test',
  whileTyping: false,
  run,
});

describe('shortcuts in a window', () => {
  it('render nothing again when a key is bound, and are listed on request', async () => {
    const committed = vi.fn<() => void>();
    function Sheet() {
      const readKeys = useReadKeys();
      const [shown, setShown] = useState('');
      return (
        <button
          onClick={() =>
            setShown(
              readKeys()
                .map(({ combo }) => combo)
                .join(),
            )
          }
        >{`Keys ${shown}`}</button>
      );
    }
    const sheet = (
      <Profiler id="sheet" onRender={committed}>
        <Sheet />
      </Profiler>
    );
    const { rerender } = render(<KeysProvider>{sheet}</KeysProvider>);
    rerender(
      <KeysProvider>
        {sheet}
        <Bound combo="c" run={() => undefined} />
      </KeysProvider>,
    );
    expect(committed).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByText('Keys c')).toBeInTheDocument();
  });

  it('run a letter, except while the person types', async () => {
    const declare = vi.fn<() => void>();
    render(
      <KeysProvider>
        <Bound combo="c" run={declare} />
        <input aria-label="Title" />
      </KeysProvider>,
    );
    await userEvent.keyboard('c');
    expect(declare).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByLabelText('Title'), 'c');
    expect(declare).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('Title')).toHaveValue('c');
  });

  it('run a combo with a modifier even while the person types', async () => {
    const find = vi.fn<() => void>();
    render(
      <KeysProvider>
        <Bound combo="mod+k" run={find} />
        <input aria-label="Title" />
      </KeysProvider>,
    );
    await userEvent.type(screen.getByLabelText('Title'), '{Control>}k{/Control}');
    expect(find).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it('run only in the open scope, and return to the page afterwards', async () => {
    const below = vi.fn<() => void>();
    const above = vi.fn<() => void>();
    const page = <Bound combo="a" run={below} />;
    const { rerender } = render(
      <KeysProvider>
        {page}
        <KeyScope>
          <Bound combo="a" run={above} />
        </KeyScope>
      </KeysProvider>,
    );
    await userEvent.keyboard('a');
    expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1]);
    // The dialog is closed, and still fading out.
    rerender(
      <KeysProvider>
        {page}
        <KeyScope active={false}>
          <Bound combo="a" run={above} />
        </KeyScope>
      </KeysProvider>,
    );
    await userEvent.keyboard('a');
    expect([below.mock.calls.length, above.mock.calls.length]).toEqual([1, 1]);
    rerender(<KeysProvider>{page}</KeysProvider>);
    await userEvent.keyboard('a');
    expect([below.mock.calls.length, above.mock.calls.length]).toEqual([2, 1]);
  });
});

describe('the registry', () => {
  it('runs a sequence of quick strokes', () => {
    const registry = createKeyRegistry(false);
    const go = vi.fn<() => void>();
    registry.bind(pageScope, binding('g i', go));
    press(registry, 'g', 1_000);
    press(registry, 'i', 1_500);
    expect(go).toHaveBeenCalledTimes(1);
    press(registry, 'g', 5_000);
    press(registry, 'i', 9_000);
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('continues a sequence when parts of the screen change between its strokes, and not in another layer', () => {
    const registry = createKeyRegistry(false);
    const go = vi.fn<() => void>();
    registry.bind(pageScope, binding('g i', go));
    press(registry, 'g', 1000);
    registry.bind(pageScope, binding('j', vi.fn<() => void>()))();
    press(registry, 'i', 1100);
    expect(go).toHaveBeenCalledTimes(1);
    press(registry, 'g', 2000);
    registry.open(Symbol('dialog'))();
    press(registry, 'i', 2100);
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('takes the second stroke alone without a matching sequence', () => {
    const registry = createKeyRegistry(false);
    const declare = vi.fn<() => void>();
    registry.bind(pageScope, binding('g i', vi.fn<() => void>()));
    registry.bind(pageScope, binding('c', declare));
    press(registry, 'g', 1_000);
    press(registry, 'c', 1_200);
    expect(declare).toHaveBeenCalledTimes(1);
  });

  it('prefers the newest binding, and the older one after its removal', () => {
    const registry = createKeyRegistry(false);
    const older = vi.fn<() => void>();
    const newer = vi.fn<() => void>();
    registry.bind(pageScope, binding('j', older));
    const remove = registry.bind(pageScope, binding('j', newer));
    press(registry, 'j', 1);
    remove();
    press(registry, 'j', 2);
    expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([1, 1]);
  });

  it('reads ⌘ on Apple keyboards and Ctrl elsewhere, and never both', () => {
    const run = vi.fn<() => void>();
    const apple = createKeyRegistry(true);
    apple.bind(pageScope, binding('mod+k', run));
    press(apple, 'k', 1, { ctrlKey: true });
    expect(run).not.toHaveBeenCalled();
    press(apple, 'k', 2, { metaKey: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('finds a letter by its place on a layout without Latin letters', () => {
    const registry = createKeyRegistry(false);
    const declare = vi.fn<() => void>();
    registry.bind(pageScope, binding('c', declare));
    press(registry, 'с', 1, { code: 'KeyC' });
    expect(declare).toHaveBeenCalledTimes(1);
  });

  it('ignores a key that was handled elsewhere', () => {
    const registry = createKeyRegistry(false);
    const run = vi.fn<() => void>();
    registry.bind(pageScope, binding('c', run));
    const event = new KeyboardEvent('keydown', { key: 'c', cancelable: true });
    event.preventDefault();
    registry.handle(event);
    expect(run).not.toHaveBeenCalled();
  });
});
