import { checkParts } from "./check/check-parts.ts";
import { runCheck } from "./check/run-check.ts";
import { repositoryRoot } from "./repository-root.ts";

process.exitCode = (await runCheck(repositoryRoot, checkParts, console.log)) ? 0 : 1;
