/** The network between this tab and the backend, and what may go wrong on it. */
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { Control, Fault } from '#ports/control.ts';
import { Button } from '#src/ui/button.tsx';
import { Switch } from '#src/ui/switch.tsx';
import styles from './rehearsal.module.css';
import { useWork } from './use-work.ts';

const faults: readonly { readonly title: string; readonly description: string; readonly fault: Fault }[] = [
  {
    title: 'Slow network',
    description: 'The next 20 requests take 1 to 3 seconds each.',
    fault: { kind: 'latency', ms: 1000, jitterMs: 2000, times: 20 },
  },
  {
    title: 'Lost answer',
    description: 'The next call is carried out, but its answer never arrives. Nothing may happen twice.',
    fault: { kind: 'lose-answer', service: 'functions' },
  },
  {
    title: 'Backend fails',
    description: 'The next call is refused as unavailable, and tried again.',
    fault: { kind: 'refuse', service: 'functions', code: 'unavailable' },
  },
  {
    title: 'Upload errors',
    description: 'The next 3 parts of an upload are refused, and sent again.',
    fault: { kind: 'refuse', service: 'storage', code: 'unavailable', times: 3 },
  },
  {
    title: 'Quota used up',
    description: 'Three calls in 10 seconds and no more, until you clear it.',
    fault: { kind: 'quota', service: 'functions', requests: 3, perMs: 10_000 },
  },
  {
    title: 'Backend crashes',
    description:
      'The next function crashes after its first write. Its work is completed later, or never shows.',
    fault: { kind: 'crash', service: 'functions', afterWrites: 1 },
  },
  {
    title: 'Everyone disconnects',
    description: 'All connections break and come back after 5 seconds.',
    fault: { kind: 'disconnect', forMs: 5000 },
  },
];

export function NetworkPart({ control }: { readonly control: Control }) {
  const follow = useCallback((told: () => void) => control.onNetwork(told), [control]);
  const online = useSyncExternalStore(follow, () => control.networkOnline());
  const [injected, setInjected] = useState<readonly string[]>([]);
  const work = useWork();
  return (
    <>
      <Switch
        label="This tab is connected"
        hint="Cut it and keep working: changes are queued, and sent once and in order when the network is back."
        checked={online}
        onChange={(on) => control.setNetwork(on)}
      />
      <ul className={styles.samples}>
        {faults.map(({ title, description, fault }) => (
          <li key={title} className={styles.sample}>
            <div>
              <p className={styles.name}>{title}</p>
              <p className={styles.muted}>{description}</p>
            </div>
            <Button
              size="small"
              busy={work.busy === title && 'Injecting…'}
              aria-label={`Inject: ${title}`}
              onClick={() =>
                void work.run(title, async () => {
                  await control.inject(fault);
                  setInjected((before) => [...before, title]);
                })
              }
            >
              Inject
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <Button
          variant="quiet"
          busy={work.busy === 'clear' && 'Clearing…'}
          onClick={() =>
            void work.run('clear', async () => {
              await control.clearFaults();
              setInjected([]);
            })
          }
        >
          Clear the faults
        </Button>
        <output className={styles.muted}>{injected.length > 0 && `Injected: ${injected.join(', ')}`}</output>
      </div>
    </>
  );
}
