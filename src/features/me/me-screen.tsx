/** Screen of the member's own profile, devices, notifications, sign-in methods and appearance. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { links } from '#src/data/links.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { DefinitionList, PageHeader, Panel, PanelBoundary } from '#src/ui/panel.tsx';
import { ScreenColumn } from '#src/ui/screen-column.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { type ThemeChoice, useTheme } from '#src/ui/theme.ts';
import { useUnreachableSignedOut } from '#src/data/queries/unreachable.ts';
import { AskUnreachable } from './ask-unreachable.tsx';
import { MyDevices } from './devices.tsx';
import { DownloadData } from './download-data.tsx';
import { LeaveDemonstration } from './leave-demonstration.tsx';
import styles from './me.module.css';
import { MyMail } from './mail.tsx';
import { MyNotifications } from './notifications.tsx';
import { Profile } from './profile.tsx';
import { MySlack } from './slack.tsx';
import { MyTimeOff } from './time-off.tsx';
import { Sessions } from './sessions.tsx';
import { PasskeysPanel } from './passkeys.tsx';
import { SignInMethods } from './sign-in-methods.tsx';
import { TwoStep } from './two-step.tsx';
import { MyWebhooks } from './webhooks.tsx';

// Exported here to be in one script with this screen: they share most of their parts.
export { AccountDeleted, DeleteAccountScreen } from './delete-account-screen.tsx';

const themes = [
  { value: 'system', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly { value: ThemeChoice; label: string }[];

export function MeScreen() {
  const { me, user, team } = useTeam();
  const signOut = useSignOut();
  const [theme, setTheme] = useTheme();
  const consequence = useUnreachableSignedOut();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({ mutationFn: signOut, networkMode: 'always' });

  return (
    <ScreenColumn width="narrow">
      <PageHeader
        title={
          <span className={styles.title}>
            <Avatar person={{ id: me.id, name: me.displayName }} size="large" decorative />
            {me.displayName}
          </span>
        }
        description={`${article(me.role)} in ${team.name}`}
        actions={
          <>
            <Button
              busy={leave.isPending && 'Signing out…'}
              onClick={() => (consequence === null ? leave.mutate() : setAsking(true))}
            >
              Sign out
            </Button>
            <AskUnreachable
              open={asking}
              onOpenChange={setAsking}
              consequence={consequence ?? ''}
              label="Sign out anyway"
              onConfirm={() => leave.mutate()}
            />
          </>
        }
      />
      <PanelBoundary title="Profile">
        <Profile />
      </PanelBoundary>
      <PanelBoundary title="Devices">
        <MyDevices />
      </PanelBoundary>
      <PanelBoundary title="Webhooks">
        <MyWebhooks />
      </PanelBoundary>
      <PanelBoundary title="Notifications">
        <MyNotifications />
      </PanelBoundary>
      <PanelBoundary title="Mail">
        <MyMail />
      </PanelBoundary>
      <PanelBoundary title="Slack">
        <MySlack />
      </PanelBoundary>
      <PanelBoundary title="Time off">
        <MyTimeOff />
      </PanelBoundary>
      <PanelBoundary title="How you sign in">
        <SignInMethods user={user} />
      </PanelBoundary>
      <PanelBoundary title="Passkeys">
        <PasskeysPanel user={user} />
      </PanelBoundary>
      <PanelBoundary title="Two-step sign-in">
        <TwoStep user={user} />
      </PanelBoundary>
      <PanelBoundary title="Sessions">
        <Sessions />
      </PanelBoundary>
      <Panel title="Appearance" frame="box">
        <SegmentedControl label="Theme" hideLabel options={themes} value={theme} onChange={setTheme} />
      </Panel>
      <Panel title="Team" frame="box">
        <DefinitionList items={[{ term: 'Team’s time zone', value: team.timezone }]} />
        <LeaveDemonstration />
      </Panel>
      <DownloadData />
      <Panel title="Danger zone" frame="box">
        <div className={styles.danger}>
          <p className={styles.muted}>
            Deleting your account ends it in all teams. What is in the way, and who takes over, is shown
            first.
          </p>
          <Link href={links.deleteAccount()} look="button">
            Delete your account…
          </Link>
        </div>
      </Panel>
    </ScreenColumn>
  );
}

const article = (role: string) => `${/^[aeiou]/.test(role) ? 'An' : 'A'} ${role}`;
