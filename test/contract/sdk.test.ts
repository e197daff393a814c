import { sdkEntry } from "./entry-points/sdk.ts";
import { runProbes } from "./run-probes.ts";

runProbes(sdkEntry);
