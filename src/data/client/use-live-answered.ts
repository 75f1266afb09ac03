import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { whenLiveAnswered } from '#react/live-query.ts';

/** False until every live query that is observed after the first render has been read, or has failed. */
export function useLiveAnswered(): boolean {
  const client = useQueryClient();
  const [answered, setAnswered] = useState(false);
  useEffect(() => {
    let ended = false;
    void whenLiveAnswered(client).then(() => {
      if (!ended) startTransition(() => setAnswered(true));
    });
    return () => {
      ended = true;
    };
  }, [client]);
  return answered;
}
