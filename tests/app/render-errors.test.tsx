/** A render error is shown in its panel, with a way on, and measured once. */
import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { Panel } from '#src/ui/panel.tsx';
import { stage } from './stage.tsx';

function Fragile({ state }: { readonly state: { broken: boolean } }) {
  if (state.broken) throw new TypeError('Ada typed this.');
  return <p>Drawn</p>;
}

test('a panel that fails does not affect other panels, can be retried, and is reported once', async () => {
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => console.mockRestore());
  const state = { broken: true };
  const s = await stage({
    as: 'Ada',
    screen: (
      <>
        <Panel title="Fragile">
          <Fragile state={state} />
        </Panel>
        <Panel title="Sound">Still here</Panel>
      </>
    ),
  });
  const panel = within(screen.getByRole('region', { name: 'Fragile' }));
  expect(panel.getByRole('alert')).toHaveTextContent('stopped working');
  expect(screen.getByRole('region', { name: 'Sound' })).toHaveTextContent('Still here');

  let records: readonly TraceRecord[] = [];
  onTestFinished(s.client.performance.watchRecords((next) => (records = next)));
  await s.settle();
  const reports = () => records.filter(({ name }) => name === 'render_error');
  expect(reports()).toHaveLength(1);
  expect(reports()[0]?.attributes).toEqual({ error: 'TypeError', component: 'Fragile' });

  state.broken = false;
  await s.user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(panel.getByText('Drawn')).toBeVisible();
  expect(reports()).toHaveLength(1);
});
