/** Earlier, today, later: by button and by key. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { type CalendarControl, isAtToday, stepped } from './calendar-position.ts';

export interface CalendarStepsProps {
  readonly control: CalendarControl;
  readonly today: number;
}

export function CalendarSteps({ control, today }: CalendarStepsProps) {
  const { view, show, addressed } = control;
  const atToday = isAtToday(control, today);
  const step = (by: 1 | -1) => show(stepped(control, today, by), { replace: true });
  const toToday = () => {
    if (!atToday) show({ view, date: null }, { replace: true });
  };
  // Only the calendar in the screen's address has shortcuts.
  const options = { group: 'Calendar', enabled: addressed };
  useKey('p', 'Earlier', () => step(-1), options);
  useKey('t', 'Today', toToday, options);
  useKey('n', 'Later', () => step(1), options);
  return (
    <>
      <IconButton
        label="Earlier"
        shortcut="p"
        icon={<ChevronLeft className="icon" />}
        onClick={() => step(-1)}
      />
      <Button disabledReason={atToday && 'Today is shown.'} onClick={toToday}>
        Today
      </Button>
      <IconButton
        label="Later"
        shortcut="n"
        icon={<ChevronRight className="icon" />}
        onClick={() => step(1)}
      />
    </>
  );
}
