import { docsContract } from '../docs.contract.ts';
import { coalescing, minimalProvider } from './provider.ts';

docsContract(
  minimalProvider('minimal', {
    ...coalescing,
    'docs › a counter that two tabs raise is counted once on its way, in each':
      'A hint does not say which queued writes an answer contains: a tab counts a write of another tab twice until it hears of its end.',
  }),
);
