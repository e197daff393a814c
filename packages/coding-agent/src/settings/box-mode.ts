/** What commands in the sandbox may write. Here, so that the command line need not load the feature. */
export const boxModes = ["off", "read", "workspace"] as const;
export type BoxMode = (typeof boxModes)[number];
