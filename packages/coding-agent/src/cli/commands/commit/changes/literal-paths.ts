/** Arguments for git that stand for exactly these files. */
export const literally = (paths: readonly string[]) => paths.map((path) => `:(top,literal)${path}`);

/** And these for none of them. */
export const withoutLiterally = (paths: readonly string[]) => paths.map((path) => `:(top,exclude,literal)${path}`);
