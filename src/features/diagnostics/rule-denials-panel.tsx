/** Recent refusals by the security rules, with the rule and the reason: for authors of rules and queries. */
import { useQuery } from '@tanstack/react-query';
import type { Control, RulesRefusal } from '#ports/control.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './diagnostics.module.css';

const mostShown = 20;
const files = {
  docs: 'firestore.rules',
  storage: 'storage.rules',
  realtime: 'database.rules.json',
} as const;

export function RuleDenialsPanel({ control }: { readonly control: Control }) {
  const { data = [], refetch } = useQuery({
    queryKey: ['rule-denials'],
    queryFn: () => control.refusals(),
    networkMode: 'always',
    staleTime: 0,
  });
  return (
    <Panel
      title="Refused by the security rules"
      count={data.length}
      frame="box"
      actions={
        <Button size="small" onClick={() => void refetch()}>
          Look again
        </Button>
      }
    >
      {data.length === 0 ? (
        <p className={styles.muted}>Nothing was refused.</p>
      ) : (
        <ol className={styles.denials}>
          {data.slice(0, mostShown).map((denial, index) => (
            <RuleDenial key={`${denial.at}-${index}`} denial={denial} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function RuleDenial({
  denial: { at, service, method, path, rule, expression, message },
}: {
  readonly denial: RulesRefusal;
}) {
  return (
    <li>
      <p className={styles.line}>
        <Time at={at} form="clock" />
        <Badge tone="caution">{method}</Badge>
        <code className={styles.value}>{path}</code>
      </p>
      <p className={styles.value}>
        {rule ? (
          <>
            <code>
              {files[service]}:{(expression ?? rule).line}
            </code>{' '}
          </>
        ) : null}
        <span className={styles.muted}>{message}</span>
      </p>
    </li>
  );
}
