import { printEntry } from "./entry-points/print.ts";
import { runProbes } from "./run-probes.ts";

runProbes(printEntry);
