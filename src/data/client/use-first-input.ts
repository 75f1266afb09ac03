import { useEffect, useState } from 'react';
import { firstInput } from './first-input.ts';

/** False until the first input of this page load. */
export function useFirstInput(): boolean {
  const [given, setGiven] = useState(false);
  useEffect(() => {
    let ended = false;
    void firstInput().then(() => {
      if (!ended) setGiven(true);
    });
    return () => {
      ended = true;
    };
  }, []);
  return given;
}
