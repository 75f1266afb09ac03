/** Forecast of a page without an answer, by the paging engine. */
import { useMemo } from 'react';
import type { Page } from '#domain/page/schema.ts';
import { forecast, type Forecast } from '#domain/page/forecast.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { useServerNow } from '../client/clock.tsx';
import { useRoster } from './on-call.ts';

/** The next `most` events (default 1) of the page if nobody answers; undefined while data is loading. */
export function useForecast(page: Page, most = 1): readonly Forecast[] | undefined {
  const roster = useRoster();
  const now = useServerNow(5000);
  return useMemo(
    () => (roster ? forecast(page, recipientResolver(roster), now, most) : undefined),
    [page, roster, now, most],
  );
}
