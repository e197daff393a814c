import { definedMembers } from "@oh-my-pi/pi-utils/defect";
import { advisorFeature } from "./advisor/feature.ts";
import { authBrokerFeature } from "./auth-broker/feature.ts";
import { authGatewayFeature } from "./auth-gateway/feature.ts";
import { autolearnFeature } from "./autolearn/feature.ts";
import { browserFeature } from "./browser/feature.ts";
import { budgetFeature } from "./budget/feature.ts";
import { claudeHooksFeature } from "./claude-hooks/feature.ts";
import { collabFeature } from "./collab/feature.ts";
import type { Feature } from "./contract/feature.ts";
import { debugFeature } from "./debug/feature.ts";
import { extensionsFeature } from "./extensions/feature.ts";
import { fleetFeature } from "./fleet/feature.ts";
import { githubFeature } from "./github/feature.ts";
import { goalFeature } from "./goal/feature.ts";
import { kernelsFeature } from "./kernels/feature.ts";
import { lspFeature } from "./lsp/feature.ts";
import { mcpFeature } from "./mcp/feature.ts";
import { memoryFeature } from "./memory/feature.ts";
import { planFeature } from "./plan/feature.ts";
import { pluginsFeature } from "./plugins/feature.ts";
import { processesFeature } from "./processes/feature.ts";
import { reviewFeature } from "./review/feature.ts";
import { sandboxFeature } from "./sandbox/feature.ts";
import { secretsFeature } from "./secrets/feature.ts";
import { sshFeature } from "./ssh/feature.ts";
import { statsFeature } from "./stats/feature.ts";
import { subagentsFeature } from "./subagents/feature.ts";
import { undoFeature } from "./undo/feature.ts";
import { webFeature } from "./web/feature.ts";

/** What omp can do beside talking to a model, a line each. They start, join and open in this order. */
export const features: readonly Feature[] = definedMembers<Feature>("features", [
	secretsFeature,
	budgetFeature,
	webFeature,
	sandboxFeature,
	kernelsFeature,
	processesFeature,
	browserFeature,
	debugFeature,
	subagentsFeature,
	extensionsFeature,
	claudeHooksFeature,
	mcpFeature,
	githubFeature,
	sshFeature,
	lspFeature,
	memoryFeature,
	autolearnFeature,
	pluginsFeature,
	planFeature,
	goalFeature,
	reviewFeature,
	advisorFeature,
	undoFeature,
	statsFeature,
	authBrokerFeature,
	authGatewayFeature,
	collabFeature,
	fleetFeature,
]);
