/** This feature's screens: one script. */
export { NewServiceScreen } from './new-service-screen.tsx';
export { ServiceScreen } from './service-screen.tsx';
export { ServicesScreen } from './services-screen.tsx';
