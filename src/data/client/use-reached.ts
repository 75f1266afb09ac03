/** Moments of this page load, for components. */
import { startTransition, useEffect, useState } from 'react';
import { firstInput } from './first-input.ts';
import { firstScreenIdle, teamScreenIdle } from './first-screen-idle.ts';

/** False until `moment` resolves, which has one promise per page load. */
function useReached(moment: () => Promise<void>): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    let ended = false;
    void moment().then(() => {
      if (!ended) startTransition(() => setReached(true));
    });
    return () => {
      ended = true;
    };
  }, [moment]);
  return reached;
}

/** False until the first input of this page load. */
export const useFirstInput = (): boolean => useReached(firstInput);

/** False until the first screen is rendered and the browser is idle. */
export const useFirstScreenIdle = (): boolean => useReached(firstScreenIdle);

/** False until the first screen of a signed-in person is rendered and the browser is idle. */
export const useTeamScreenIdle = (): boolean => useReached(teamScreenIdle);
