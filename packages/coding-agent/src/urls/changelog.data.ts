import { readChangelog } from "./read-changelog.ts" with { type: "macro" };

/** Release notes of all versions, as they were when this was built. */
export const changelog: string = readChangelog();
