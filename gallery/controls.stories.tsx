import Bell from 'lucide-react/icons/bell';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { severities, type Severity } from '#domain/incident/schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Link } from '#src/ui/link.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { Checkbox, Switch } from '#src/ui/switch.tsx';
import { PasswordInput, TextArea, TextInput } from '#src/ui/text-input.tsx';
import styles from './gallery.module.css';
import { samplePeople, severityNames } from './samples.tsx';

export default { title: 'Controls' };

export const Buttons = () => (
  <>
    <div className={styles.cluster}>
      <Button variant="primary" icon={<Plus className="icon" />}>
        Declare incident
      </Button>
      <Button>Change status</Button>
      <Button variant="quiet">Cancel</Button>
      <Button variant="danger">Delete</Button>
      <Button variant="signal" shortcut="a">
        Acknowledge
      </Button>
    </div>
    <div className={styles.cluster}>
      <Button variant="primary" busy="Declaring…">
        Declare incident
      </Button>
      <Button disabledReason="Only the commander can close an incident">Close incident</Button>
      <Button size="small">Small</Button>
      <Link href="/" look="button">
        A link
      </Link>
      <IconButton label="Notifications" icon={<Bell className="icon" />} shortcut="n" />
      <IconButton
        label="Notifications"
        icon={<Bell className="icon" />}
        disabledReason="This browser has no notifications"
      />
      <CopyButton text="copied" label="Copy link" />
    </div>
    <Waiting>Waiting for the server</Waiting>
  </>
);

export const Fields = () => (
  <>
    <form>
      <Field label="Title" hint="What is broken, for whom. 140 characters.">
        <TextInput placeholder="Card payments fail at checkout" />
      </Field>
      <Field label="E-mail" error="This is not an e-mail address. Check for a missing @.">
        <TextInput type="email" defaultValue="ines.example.com" />
      </Field>
      <Field label="Password" hint="At least 6 characters.">
        <PasswordInput autoComplete="new-password" defaultValue="correct horse" />
      </Field>
      <Field label="What do you know so far?" optional>
        <TextArea rows={2} />
      </Field>
      <Field label="Search" hideLabel compact>
        <TextInput type="search" leading={<Search className="icon" />} placeholder="Filter incidents" />
      </Field>
    </form>
  </>
);

export function Choices() {
  const [severity, setSeverity] = useState<Severity | null>('SEV2');
  const [chosen, setChosen] = useState<readonly string[]>(['lin', 'amara']);
  const [on, setOn] = useState(true);
  const [entry, setEntry] = useState<'one' | 'two'>('one');
  return (
    <>
      <Field label="Severity" hint="You can change it later.">
        <Select
          value={severity}
          onChange={setSeverity}
          options={severities.map((one) => ({
            value: one,
            label: one,
            show: <SeverityMark severity={one} name={severityNames[one]} />,
          }))}
        />
      </Field>
      <Field label="Who to page">
        <Combobox
          value={chosen}
          onChange={setChosen}
          placeholder="Add people"
          options={samplePeople.map((person) => ({
            id: person.id,
            label: person.name,
            lead: <Avatar person={person} decorative size="small" />,
          }))}
        />
      </Field>
      <RadioCards
        label="Come in as"
        value={entry}
        onChange={setEntry}
        options={[
          { value: 'one', label: 'Inês Duarte', hint: 'On call for Payments' },
          { value: 'two', label: 'Lin Ødegård', hint: 'Next in line' },
        ]}
      />
      <Switch label="Wake me at night" hint="For SEV1 and SEV2 only." checked={on} onChange={setOn} />
      <Switch
        label="Text messages"
        disabledReason="No telephone vendor is set up."
        checked={false}
        onChange={setOn}
      />
      <Checkbox
        label="Private incident"
        hint="Only people in it and owners can read it."
        checked={on}
        onChange={setOn}
      />
    </>
  );
}
