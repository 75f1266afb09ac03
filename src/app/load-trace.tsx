import { useEffect } from 'react';
import { performanceToken } from '#ports/performance/performance.ts';
import { markFirstScreenRendered } from '#src/data/client/first-screen-idle.ts';
import { whenLiveAnswered } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';
import { useRuntime } from './runtime-context.tsx';

/**
 * Marks the first screen of a signed-in person once its lists are answered: what waits for it competes for the documents.
 * Records a performance trace from the start of the navigation until that screen is rendered; one for each page load.
 */
export function LoadTrace({ screen }: { readonly screen: string }) {
  const traces = usePort(performanceToken);
  const { once, queries } = useRuntime();
  useEffect(() => {
    void whenLiveAnswered(queries).then(() => markFirstScreenRendered('team'));
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
  }, [once, traces, screen, queries]);
  return null;
}
