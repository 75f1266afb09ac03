import { useEffect } from 'react';
import { performanceToken } from '#ports/performance/performance.ts';
import { markFirstScreenRendered } from '#src/data/client/first-screen-idle.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useRuntime } from './runtime-context.tsx';

/** Performance trace from the start of the navigation to the first screen of a signed-in person; one for each page load. */
export function LoadTrace({ screen }: { readonly screen: string }) {
  const traces = usePort(performanceToken);
  const { once } = useRuntime();
  useEffect(() => {
    markFirstScreenRendered('team');
    once('load', () => {
      const durationMs = Math.round(performance.now());
      traces.record({
        name: 'load',
        startedAt: Math.round(performance.timeOrigin),
        durationMs,
        metrics: {},
        attributes: { screen },
      });
    });
  }, [once, traces, screen]);
  return null;
}
