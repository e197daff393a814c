import { rpcEntry } from "./entry-points/rpc.ts";
import { runProbes } from "./run-probes.ts";

runProbes(rpcEntry);
