/** The `act` that tests add to React's production build. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Profiler, StrictMode, useEffect, useState } from 'react';
import { expect, test } from 'vitest';

test.each([
  ['Profiler', <Profiler key="profiler" id="part" onRender={() => undefined} />],
  ['StrictMode', <StrictMode key="strict" />],
])('%s, which only the development build has, fails', (name, element) => {
  expect(() => render(element)).toThrow(`${name} has no effect in React’s production build`);
});

test('act throws an error that no boundary catches', async () => {
  const Broken = ({ isBroken }: { readonly isBroken: boolean }) => {
    if (isBroken) throw new RangeError('Broken');
    return null;
  };
  const Failing = () => {
    const [isBroken, setBroken] = useState(false);
    useEffect(() => void Promise.resolve().then(() => setBroken(true)), []);
    return <Broken isBroken={isBroken} />;
  };
  expect(() => render(<Broken isBroken />)).toThrow(RangeError);
  await expect(act(async () => void render(<Failing />))).rejects.toThrow(RangeError);
});

test('act renders what events, effects and promises set', async () => {
  const Counting = () => {
    const [count, setCount] = useState(0);
    const [seen, setSeen] = useState(0);
    useEffect(() => void Promise.resolve().then(() => setSeen(count)), [count]);
    return <button onClick={() => setCount(count + 1)}>{`Pressed ${count}, seen ${seen}`}</button>;
  };
  render(<Counting />);
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toHaveTextContent('Pressed 1, seen 0');
  await act(async () => undefined);
  expect(screen.getByRole('button')).toHaveTextContent('Pressed 1, seen 1');
});
