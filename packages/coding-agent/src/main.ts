#!/usr/bin/env bun
import { processHost } from "./app/process-host.ts";
import { processIo } from "./app/process-io.ts";
import { runCli } from "./cli/run.ts";

// The reader of our output has gone; whatever still runs has nobody to tell.
const io = processIo(() => process.exit(0));
process.exit(await runCli(process.argv.slice(2), processHost(), io));
