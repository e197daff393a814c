#!/usr/bin/env bun
import "./process/rebuild-when-outdated.ts";

import { runCli } from "./cli/run.ts";
import { processHost } from "./process/process-host.ts";
import { processIo } from "./process/process-io.ts";

process.exit(await runCli(process.argv.slice(2), processHost(), processIo(process.exit)));
