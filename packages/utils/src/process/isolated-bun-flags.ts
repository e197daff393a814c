/**
 * For starting Bun in a project: without them it loads the project's `.env`, runs what its `bunfig.toml` names, and takes modules
 * from where the `paths` of its `tsconfig.json` or `jsconfig.json` say.
 */
export const isolatedBunFlags = ["--config=/dev/null", "--no-env-file", "--tsconfig-override=/dev/null"] as const;
