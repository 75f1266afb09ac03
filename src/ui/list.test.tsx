import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { KeysProvider } from './keys.tsx';
import { NavigateProvider } from './link.tsx';
import { List } from './list.tsx';

afterEach(cleanup);

const items = ['first', 'second', 'third'];

function Sample({ navigate = vi.fn<(href: string) => void>() }: { navigate?: (href: string) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <NavigateProvider navigate={navigate}>
      <KeysProvider>
        <button type="button">Before</button>
        <List
          label="Incidents"
          items={items}
          getKey={(item) => item}
          getHref={(item) => `/incidents/${item}`}
          renderRow={(item) => item}
          selection={{ selected, onChange: setSelected, getName: (item) => item }}
        />
      </KeysProvider>
    </NavigateProvider>
  );
}

const row = (name: string) => screen.getByRole('link', { name });

it('a list moves by j, k and arrows from any focus, and stops at the ends', async () => {
  render(<Sample />);
  await userEvent.keyboard('j');
  await waitFor(() => expect(row('first')).toHaveFocus());
  await userEvent.keyboard('j');
  await waitFor(() => expect(row('second')).toHaveFocus());
  await userEvent.keyboard('{ArrowDown}j');
  await waitFor(() => expect(row('third')).toHaveFocus());
  await userEvent.keyboard('k');
  await waitFor(() => expect(row('second')).toHaveFocus());
  await userEvent.keyboard('{Home}');
  await waitFor(() => expect(row('first')).toHaveFocus());
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(row('third')).toHaveFocus());
});

it('a list is one stop for Tab, at the row last used', async () => {
  render(<Sample />);
  await userEvent.keyboard('jj');
  await userEvent.tab({ shift: true });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus());
  await userEvent.tab();
  await waitFor(() => expect(row('second')).toHaveFocus());
  await userEvent.tab();
  await waitFor(() => expect(document.body).toHaveFocus());
});

it('a list selects by x and opens by Enter', async () => {
  const navigate = vi.fn<(href: string) => void>();
  render(<Sample navigate={navigate} />);
  await userEvent.keyboard('jjx');
  expect(screen.getByRole('checkbox', { name: 'Select second' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select first' })).not.toBeChecked();
  await userEvent.keyboard('x');
  expect(screen.getByRole('checkbox', { name: 'Select second' })).not.toBeChecked();
  await userEvent.keyboard('{Enter}');
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/incidents/second');
});
