/** This feature's screens: one script. */
export { MaintenanceScreen } from './maintenance-screen.tsx';
export { MaintenanceWindowScreen } from './maintenance-window-screen.tsx';
export { NewMaintenanceScreen } from './new-maintenance-screen.tsx';
