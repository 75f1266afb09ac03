/** Kinds of messages that a person takes by mail or not, each by a choice of its own. Pages are no choice: they come by the notification rules. */
import type { NoticeContent } from '../notice/schema.ts';

export const mailChoiceNames = ['notices', 'weeklyDigest', 'shiftReminders'] as const;
export type MailChoiceName = (typeof mailChoiceNames)[number];
export type MailChoices = Readonly<Record<MailChoiceName, boolean>>;

export const isMailChoiceName = (name: string): name is MailChoiceName =>
  (mailChoiceNames as readonly string[]).includes(name);

/** In the middle of a sentence. */
export const mailChoiceLabels: Readonly<Record<MailChoiceName, string>> = {
  notices: 'notices',
  weeklyDigest: 'weekly digests',
  shiftReminders: 'shift reminders',
};

/** Choice that a notice belongs to; null: a message that is stored as no notice. */
export function mailChoiceOf(kind: NoticeContent['kind'] | null): MailChoiceName {
  if (kind === 'weeklyReadiness') return 'weeklyDigest';
  return kind === 'shiftReminder' || kind === 'handOver' ? 'shiftReminders' : 'notices';
}

interface StoredChoices {
  readonly notices: boolean;
  readonly weeklyDigest?: boolean;
  readonly shiftReminders?: boolean;
}

/** Choices of stored settings. Settings from before the choices of each kind have `notices` alone, which counts for all. */
export const mailChoicesOf = ({
  notices,
  weeklyDigest = notices,
  shiftReminders = notices,
}: StoredChoices): MailChoices => ({ notices, weeklyDigest, shiftReminders });
