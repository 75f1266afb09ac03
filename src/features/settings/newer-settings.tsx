/** Conflict of a form with settings saved elsewhere meanwhile: the differences, and the choice between both. */
import { ChangedMeanwhile } from '#src/ui/changed-meanwhile.tsx';
import { teamInputOf, type TeamValues } from './team-values.ts';

export interface NewerSettingsProps {
  /** Initial values of the form. */
  readonly before: TeamValues;
  readonly now: TeamValues;
  readonly nameOf: (userId: string) => string;
  readonly keep: () => void;
  readonly discard: () => void;
}

export function NewerSettings({ before, now, nameOf, keep, discard }: NewerSettingsProps) {
  return <ChangedMeanwhile differences={differences(before, now, nameOf)} keep={keep} discard={discard} />;
}

function differences(
  before: TeamValues,
  now: TeamValues,
  nameOf: (userId: string) => string,
): readonly string[] {
  const list = (words: readonly string[]) => words.join(', ') || 'none';
  const [was, is] = [teamInputOf(before), teamInputOf(now)];
  return [
    was.name === is.name ? null : `Name is now “${is.name}”.`,
    was.timezone === is.timezone ? null : `Time zone is now ${is.timezone}.`,
    String(was.fallbackPeople) === String(is.fallbackPeople)
      ? null
      : `Fallback people are now: ${list(is.fallbackPeople.map(nameOf))}.`,
    String(was.mailDomains) === String(is.mailDomains)
      ? null
      : `Mail domains are now: ${list(is.mailDomains)}.`,
  ].filter((line) => line !== null);
}
