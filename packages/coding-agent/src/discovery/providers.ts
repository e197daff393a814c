import type { DiscoveryProvider } from "./capability.ts";
import { agentsProvider } from "./providers/agents.ts";
import { agentsMdProvider } from "./providers/agents-md.ts";
import { claudeProvider } from "./providers/claude.ts";
import { codexProvider } from "./providers/codex.ts";
import { nativeProvider } from "./providers/native.ts";
import { opencodeProvider } from "./providers/opencode.ts";

/** All providers; the order breaks ties in priority. */
export const discoveryProviders: readonly DiscoveryProvider[] = [
	nativeProvider,
	claudeProvider,
	agentsProvider,
	codexProvider,
	opencodeProvider,
	agentsMdProvider,
];
