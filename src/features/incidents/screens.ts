/** This feature's screens: one script. */
export { IncidentsScreen } from './incidents-screen.tsx';
export { RoomScreen } from './room-screen.tsx';
