/** Import of a rota as a layer: a calendar or a list is chosen or pasted, and its names are matched with members. */
import { useState } from 'react';
import { isResponder } from '#domain/permissions.ts';
import { turnsOf } from '#domain/schedule/rota-import.ts';
import { type LeftOut, nothingLeftOut } from '#domain/leave-calendar/left-out.ts';
import type { Member } from '#domain/team/schema.ts';
import { zoneText } from '#domain/timezone.ts';
import { workersToken } from '#ports/workers/workers.ts';
import { useLatePort } from '#src/data/client/ports.tsx';
import { usePeople } from '#src/data/queries/team.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { FileDrop } from '#src/ui/file-drop.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-input.tsx';
import { momentText } from '#src/ui/time-format.ts';
import { LeftOutNotes, leftOutTitle } from './left-out-notes.tsx';
import styles from './override.module.css';
import { type FileShift, readShifts } from './read-shifts.ts';
import type { LayerValues } from './schedule-values.ts';
import { toLocal } from './span.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

export interface ImportDialogProps {
  /** The schedule’s, as it is typed. */
  readonly timezone: string;
  readonly onLayer: (layer: Omit<LayerValues, 'name' | 'shadow'>) => void;
  readonly onClose: () => void;
}

export function ImportDialog({ timezone, onLayer, onClose }: ImportDialogProps) {
  const now = useRotaNow();
  const people = usePeople();
  const workers = useLatePort(workersToken);
  const members = people.all.filter(isResponder);
  const [text, setText] = useState('');
  const [shifts, setShifts] = useState<readonly FileShift[] | null>(null);
  const [leftOut, setLeftOut] = useState<LeftOut>(nothingLeftOut);
  const [matched, setMatched] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);

  const read = async (file: string) => {
    setText(file);
    const found = await readShifts(file, { workers, timezone, now });
    setProblem(found.ok ? null : found.reason);
    setShifts(found.ok ? found.shifts : null);
    setLeftOut(found.ok ? found.leftOut : nothingLeftOut);
    const names = found.ok ? namesOf(found.shifts) : [];
    setMatched(new Map(names.map((name) => [name, memberCalled(name, members)?.id ?? ''])));
  };
  const use = () => {
    if (shifts === null) {
      void read(text);
      return;
    }
    const unknown = [...matched].find(([, userId]) => userId === '');
    if (unknown) {
      setProblem(`Choose who “${unknown[0]}” is.`);
      return;
    }
    const found = turnsOf(
      shifts.map(({ who, ...span }) => ({ ...span, userId: matched.get(who) ?? '' })),
      timezone,
    );
    if (!found.ok) {
      setProblem(found.reason);
      return;
    }
    const { startsAt, ...turns } = found.turns;
    onLayer({ ...turns, starts: toLocal(startsAt, timezone) });
    onClose();
  };
  const first = Math.min(...(shifts ?? []).map(({ startsAt }) => startsAt));
  const last = Math.max(...(shifts ?? []).map(({ endsAt }) => endsAt));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Import a rota"
      description="A calendar file (.ics), or a list with a line for each shift: start,end,person. It becomes a layer that you can still change."
      onSubmit={use}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {shifts === null ? 'Read' : 'Use as a layer'}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {shifts === null ? (
          <>
            <FileDrop
              label="Choose a file"
              accept=".ics,.csv,.txt,text/calendar,text/csv"
              onFiles={([file]) => void file?.text().then(read)}
            />
            <Field label="Or paste it here" hint={`Times without a zone are in ${zoneText(timezone)}.`}>
              <TextArea
                value={text}
                rows={5}
                spellCheck={false}
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
          </>
        ) : (
          <>
            <p>
              {shifts.length === 1 ? '1 shift' : `${shifts.length} shifts`} from {momentText(first, timezone)}{' '}
              to {momentText(last, timezone)}. After them the turns begin again.
            </p>
            {leftOutTitle(leftOut) === null ? null : (
              <Banner kind="caution">
                <p>
                  <strong>{leftOutTitle(leftOut)}.</strong> The turns are made of what could be read.
                </p>
                <LeftOutNotes {...leftOut} />
              </Banner>
            )}
            {[...matched].map(([name, userId]) => (
              <Field key={name} label={`“${name}” is`} compact>
                <Select
                  options={members.map(({ id, displayName }) => ({
                    value: id as string,
                    label: displayName,
                  }))}
                  value={userId === '' ? null : userId}
                  onChange={(chosen) => setMatched(new Map(matched).set(name, chosen))}
                  placeholder="Choose a member"
                />
              </Field>
            ))}
            <Button
              onClick={() => {
                setShifts(null);
                setProblem(null);
              }}
            >
              Choose another file
            </Button>
          </>
        )}
        <ProblemText text={problem} />
      </div>
    </Dialog>
  );
}

const namesOf = (shifts: readonly FileShift[]) => [...new Set(shifts.map(({ who }) => who))];

/** Member by the whole name, in any order and case, or by the name in front of a mail address's @. */
function memberCalled(name: string, members: readonly Member[]): Member | undefined {
  const key = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .toSorted()
      .join(' ');
  const wanted = key(name.replace(/@.*$/u, ''));
  const byName = members.filter(({ displayName }) => key(displayName) === wanted);
  const byFirst = members.filter(({ displayName }) => key(displayName.split(' ')[0] ?? '') === wanted);
  return byName[0] ?? (byFirst.length === 1 ? byFirst[0] : undefined);
}
