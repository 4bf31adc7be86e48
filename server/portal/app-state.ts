/** The states of an app on a dashboard (interface D). */
export const appStates = ['hidden', 'active', 'deactive'] as const;
export type AppState = (typeof appStates)[number];

/** The form of an app's name. */
export const appNamePattern = /^[\w.-]{1,100}$/;
