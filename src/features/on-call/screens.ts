/** This feature's screens: one script. */
export { LeaveCalendarScreen } from './leave-calendar-screen.tsx';
export { NewScheduleScreen } from './new-schedule-screen.tsx';
export { OnCallScreen } from './on-call-screen.tsx';
export { ScheduleScreen } from './schedule-screen.tsx';
export { TimeOffScreen } from './time-off-screen.tsx';
