#!/usr/bin/env bun
import { processHost } from "./app/process-host.ts";
import { processIo } from "./app/process-io.ts";
import { runCli } from "./cli/run.ts";

process.exit(await runCli(process.argv.slice(2), processHost(), processIo(process.exit)));
