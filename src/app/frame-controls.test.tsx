import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { MoreTab, useLateMenu } from './frame-controls.tsx';

afterEach(cleanup);

function Tab() {
  const { trigger, popup } = useLateMenu();
  return (
    <>
      <MoreTab {...trigger} />
      {popup.open ? `Beside ${popup.anchor?.textContent}` : 'Closed'}
    </>
  );
}

it('renders an unopened menu once, and opens the menu beside its button', async () => {
  const committed = vi.fn<() => void>();
  render(
    <Profiler id="tab" onRender={committed}>
      <Tab />
    </Profiler>,
  );
  expect(committed).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getByText('Beside More')).toBeInTheDocument();
});
