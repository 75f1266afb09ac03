/** Earlier rules: when, by whom, and the way back. */
import type { Integration } from '#domain/integration/schema.ts';
import type { Routing, RoutingVersion } from '#domain/routing/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { useRoutingVersions } from '#src/data/queries/routing.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { ruleText } from './rule-list.tsx';
import styles from './routing.module.css';

interface RoutingVersionsProps {
  readonly integration: Integration;
  readonly routing: Routing | null;
  readonly services: readonly Pick<Service, 'id' | 'name'>[];
  /** False: nothing is typed that is not saved. */
  readonly disabledReason: string | false;
}

export function RoutingVersions({ integration, routing, services, disabledReason }: RoutingVersionsProps) {
  const { data, error } = useRoutingVersions(integration.id);
  const view = useView({ data, error });
  const people = usePeople();
  const toasts = useToasts();
  const save = useCommand('saveRouting', {
    onSuccess: () => toasts.done('Rules restored', 'What was in force before is a version too.'),
    onError: (failed) => toasts.error('The rules were not restored', explain(failed)),
  });
  const restore = ({ serviceId, rules }: RoutingVersion) =>
    save.mutate({
      ...{ integrationId: integration.id, serviceId, rules: [...rules] },
      ...(routing !== null && { expectedRevision: routing.revision }),
    });
  return (
    <Panel title="Versions" frame="box">
      <QueryView
        view={view}
        failed="The versions can’t be read"
        loading={<Skeleton label="Loading the versions" shape="text" count={3} />}
        empty={<p>Each save is a version that can be restored. There is none yet.</p>}
      >
        {({ items }) => (
          <ol className={styles.versions} aria-label="Versions of the rules">
            {items.map(({ value }) => (
              <li key={value.id}>
                <div className={styles.version}>
                  <span>
                    {`Version ${value.version}, `}
                    <Time at={value.createdAt} form="moment" />
                    {`, by ${people.name(value.createdBy)}`}
                  </span>
                  {value.version === routing?.revision ? (
                    <span className={styles.note}>In force</span>
                  ) : (
                    <Button
                      size="small"
                      disabledReason={disabledReason}
                      busy={save.isPending && !save.isPaused && 'Restoring…'}
                      onClick={() => restore(value)}
                    >
                      {`Restore version ${value.version}`}
                    </Button>
                  )}
                </div>
                <VersionText version={value} services={services} />
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Panel>
  );
}

function VersionText({
  version: { rules, serviceId },
  services,
}: {
  readonly version: RoutingVersion;
  readonly services: RoutingVersionsProps['services'];
}) {
  const byDefault = services.find(({ id }) => id === serviceId)?.name ?? 'a service that is gone';
  return (
    <p className={styles.note}>
      {[
        ...rules.map((rule, index) => `${index + 1}. ${rule.name}: ${ruleText(rule, services)}.`),
        `Default: ${byDefault}.`,
      ].join(' ')}
    </p>
  );
}
