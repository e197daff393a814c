/** Names of functions that may have the same body in several files. */
export const acceptedCopies: readonly string[] = [];
