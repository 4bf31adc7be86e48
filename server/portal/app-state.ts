/** The states of an app on a dashboard (interface D). */
export const appStates = ['hidden', 'active', 'deactive'] as const;
export type AppState = (typeof appStates)[number];

export const appNamePattern = /^[\w.-]{1,100}$/;
