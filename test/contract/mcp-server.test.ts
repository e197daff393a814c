import { mcpServerEntry } from "./entry-points/mcp-server.ts";
import { runProbes } from "./run-probes.ts";

runProbes(mcpServerEntry);
