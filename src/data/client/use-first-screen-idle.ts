import { useEffect, useState } from 'react';
import { firstScreenIdle } from './first-screen-idle.ts';

/** False until the first screen is rendered and the browser is idle. */
export function useFirstScreenIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let ended = false;
    void firstScreenIdle().then(() => {
      if (!ended) setIdle(true);
    });
    return () => {
      ended = true;
    };
  }, []);
  return idle;
}
