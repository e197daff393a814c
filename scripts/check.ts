import { parseArgs } from "node:util";
import { changedParts, checkParts } from "./check/check-parts.ts";
import { runCheck } from "./check/run-check.ts";
import { repositoryRoot } from "./repository-root.ts";

const { values } = parseArgs({ options: { changed: { type: "boolean" } } });
const parts = values.changed ? changedParts : checkParts;
process.exitCode = (await runCheck(repositoryRoot, parts, console.log)) ? 0 : 1;
