/** Segments of other versions' settings that are accepted and have nothing to show yet. */
export const silentSegments: readonly string[] = ["pr", "usage"];
