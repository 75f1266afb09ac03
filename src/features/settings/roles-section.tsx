/** The roles, and the permission table in words: generated from the table that screens, functions and rules ask. */
import Check from 'lucide-react/icons/check';
import { type Grant, grantees, permissionRows, roleSentences, whoMay } from '#domain/permission-words.ts';
import { type TeamRole, teamRoles } from '#domain/team/schema.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { cx } from '#src/ui/cx.ts';
import { DefinitionList, Panel } from '#src/ui/panel.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import styles from './settings.module.css';

const title = { anyone: 'Anyone', viewer: 'Viewer', responder: 'Responder', admin: 'Admin', owner: 'Owner' };

export function RolesSection() {
  const { me } = useTeam();
  const wide = useMedia('(min-width: 720px)');
  return (
    <>
      <Panel title="Roles" frame="box">
        <DefinitionList
          items={teamRoles.map((role) => ({
            term: role === me.role ? `${title[role]} (you)` : title[role],
            value: roleSentences[role],
          }))}
        />
      </Panel>
      <Panel title="Who may do what" frame="box" flush={wide}>
        {wide ? (
          <PermissionTable role={me.role} />
        ) : (
          <DefinitionList items={permissionRows.map((row) => ({ term: row.sentence, value: whoMay(row) }))} />
        )}
      </Panel>
      <p className={styles.muted}>
        A private incident is for the people in it and for owners: nobody else reads it or does any of this
        there.
      </p>
    </>
  );
}

const PermissionTable = ({ role }: { readonly role: TeamRole }) => (
  <table className={styles.table} aria-label="Permissions, by role">
    <thead>
      <tr>
        <th scope="col">Action</th>
        {grantees.map((grantee) => (
          <th key={grantee} scope="col" className={cx(grantee === role && styles.mine)}>
            {title[grantee]}
            {grantee === role ? <span className="visually-hidden"> (your role)</span> : null}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {permissionRows.map(({ action, sentence, grants }) => (
        <tr key={action}>
          <th scope="row">{sentence}</th>
          {grantees.map((grantee) => (
            <td key={grantee} className={cx(grantee === role && styles.mine)}>
              <GrantMark grant={grants[grantee]} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

function GrantMark({ grant }: { readonly grant: Grant }) {
  switch (grant.kind) {
    case 'yes':
      return (
        <>
          <Check className={cx('icon', styles.yes)} aria-hidden />
          <span className="visually-hidden">Yes</span>
        </>
      );
    case 'no':
      return (
        <>
          <span className={styles.no} aria-hidden="true">
            –
          </span>
          <span className="visually-hidden">No</span>
        </>
      );
    case 'room':
      return <>As {grant.roles.join(' or ')}</>;
    case 'author':
      return <>Their own</>;
  }
}
