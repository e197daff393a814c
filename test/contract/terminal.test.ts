import { terminalEntry } from "./entry-points/terminal.ts";
import { runProbes } from "./run-probes.ts";

runProbes(terminalEntry);
