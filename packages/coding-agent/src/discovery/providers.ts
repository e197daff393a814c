import type { DiscoveryProvider } from "./capability.ts";
import { agentsProvider } from "./providers/agents.ts";
import { agentsMdProvider } from "./providers/agents-md.ts";
import { claudeProvider } from "./providers/claude.ts";
import { codexProvider } from "./providers/codex.ts";
import { nativeProvider } from "./providers/native.ts";
import { opencodeProvider } from "./providers/opencode.ts";

/** Every place we look into; the order counts among equals in priority. */
export const discoveryProviders: readonly DiscoveryProvider[] = [
	nativeProvider,
	claudeProvider,
	agentsProvider,
	codexProvider,
	opencodeProvider,
	agentsMdProvider,
];
