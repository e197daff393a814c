import { acpEntry } from "./entry-points/acp.ts";
import { runProbes } from "./run-probes.ts";

runProbes(acpEntry);
