import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { focusOnMount } from './focus-on-mount.ts';
import { typeAhead } from './type-ahead.ts';

/** A field that comes later. */
function Later({ shown }: { readonly shown: boolean }) {
  const [text, setText] = useState('');
  if (!shown) return null;
  return (
    <input
      aria-label="Title"
      ref={focusOnMount}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

test('what is typed before the field is there stands in it, and typing goes on behind it', async () => {
  const user = userEvent.setup({ delay: null });
  const pressed: string[] = [];
  const listen = (event: KeyboardEvent) => pressed.push(event.key);
  addEventListener('keydown', listen);
  const { rerender, unmount } = render(<Later shown={false} />);
  typeAhead();
  await user.keyboard('gi cx{Backspace}');
  expect(pressed).toEqual([]);
  rerender(<Later shown />);
  expect(screen.getByRole('textbox')).toHaveValue('gi c');
  await user.keyboard('alm');
  expect(screen.getByRole('textbox')).toHaveValue('gi calm');
  removeEventListener('keydown', listen);
  unmount();
});

test('Escape gives it up', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender, unmount } = render(<Later shown={false} />);
  typeAhead();
  await user.keyboard('ab{Escape}');
  rerender(<Later shown />);
  expect(screen.getByRole('textbox')).toHaveValue('');
  unmount();
});
