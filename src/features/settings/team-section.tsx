/** Settings of the team: name, time zone, fallback people, mail domains. */
import { DefinitionList, Panel } from '#src/ui/panel.tsx';
import { useTeam } from '#src/data/queries/team.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { TeamForm } from './team-form.tsx';
import styles from './settings.module.css';

export function TeamSection() {
  const { team } = useTeam();
  return (
    <>
      <Panel title="Team" frame="box">
        <TeamForm />
      </Panel>
      <Panel title="Name in addresses" frame="box">
        <DefinitionList
          items={[
            {
              term: 'Slug',
              value: (
                <span className={styles.slug}>
                  <code>{team.slug}</code>
                  <CopyButton text={team.slug} label="Copy the slug" />
                </span>
              ),
            },
          ]}
        />
        <p className={styles.muted}>It stays as it is when the team is renamed: links keep working.</p>
      </Panel>
    </>
  );
}
