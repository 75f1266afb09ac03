import { createContext } from 'react';

/** Addresses of people's pictures, by user id. Default: none, and initials are shown. */
export const AvatarPictures = createContext<ReadonlyMap<string, string>>(new Map());
