import Bell from 'lucide-react/icons/bell';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flame from 'lucide-react/icons/flame';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { CommandPalette } from '#src/ui/command-palette.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Dialog, Sheet } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './gallery.module.css';
import { incidents } from './samples.tsx';

export default { title: 'Over the screen' };

export function DialogsMenusToasts() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet' | 'palette' | null>(null);
  const [tab, setTab] = useState('live');
  const toasts = useToasts();
  const close = () => setOpen(null);
  useKey('mod+k', 'Find anything', () => setOpen('palette'), { group: 'Everywhere' });
  useKey('c', 'Declare incident', () => setOpen('dialog'), { group: 'Everywhere' });
  return (
    <>
      <div className={styles.cluster}>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button onClick={() => setOpen('palette')}>Palette</Button>
        <Menu
          trigger={<IconButton label="More" icon={<Ellipsis className="icon" />} />}
          sections={[
            {
              heading: 'Status',
              items: (['investigating', 'fixing', 'monitoring'] as const).map((state) => ({
                id: state,
                label: state,
                show: <StatusMark of="incident" state={state} />,
                selected: state === 'fixing',
                onSelect: () => undefined,
              })),
            },
            {
              items: [
                {
                  id: 'page',
                  label: 'Page someone',
                  icon: <Bell className="icon" />,
                  shortcut: 'p',
                  onSelect: () => undefined,
                },
                {
                  id: 'merge',
                  label: 'Merge into another',
                  icon: <Flame className="icon" />,
                  disabledReason: 'There is no other live incident.',
                  onSelect: () => undefined,
                },
                {
                  id: 'delete',
                  label: 'Delete',
                  icon: <Trash className="icon" />,
                  danger: true,
                  onSelect: () => undefined,
                },
              ],
            },
          ]}
        />
      </div>
      <div className={styles.cluster}>
        <Button onClick={() => toasts.undo('Task deleted', () => toasts.done('Task is back'))}>
          Undo toast
        </Button>
        <Button
          onClick={() =>
            toasts.error('Not saved', 'The server refused it: somebody else changed it. Look again.', {
              label: 'Reload',
              run: () => undefined,
            })
          }
        >
          Error toast
        </Button>
      </div>
      <Tabs
        label="Incidents"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'live', label: 'Live', count: 3, content: 'Three are live.' },
          { id: 'resolved', label: 'Resolved', count: 212, content: 'The rest is history.' },
        ]}
      />
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Declare an incident"
        description="Opens a room and pages who is on call."
        onSubmit={close}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary">
              Declare incident
            </Button>
          </>
        }
      >
        <Field label="Title" hint="What is broken, for whom.">
          <TextInput />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Sign this device out?"
        confirmLabel="Sign out"
        danger
        onConfirm={close}
      >
        Pages no longer reach it. Two comments are still queued and would be lost.
      </ConfirmDialog>
      <Sheet open={open === 'sheet'} onOpenChange={close} title="Demo panel">
        <p>Fires alerts, moves time, cuts the network.</p>
      </Sheet>
      <CommandPalette
        open={open === 'palette'}
        onOpenChange={close}
        placeholder="Find an incident, a person, a screen or an action"
        commands={[
          {
            id: 'declare',
            label: 'Declare incident',
            group: 'Actions',
            shortcut: 'c',
            icon: <Flame className="icon" />,
            onRun: () => setOpen('dialog'),
          },
          {
            id: 'theme',
            label: 'Use the dark theme',
            group: 'Actions',
            keywords: ['night'],
            onRun: () => undefined,
          },
          ...incidents.map((incident) => ({
            id: String(incident.number),
            label: `#${incident.number} ${incident.title}`,
            group: 'Incidents',
            hint: `SEV${incident.severity}, ${incident.state}`,
            onRun: () => undefined,
          })),
        ]}
      />
    </>
  );
}
