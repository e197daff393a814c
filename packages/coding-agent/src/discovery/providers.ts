import type { DiscoveryProvider } from "./contract/capability.ts";
import { agentsProvider } from "./providers/agents.ts";
import { agentsMdProvider } from "./providers/agents-md.ts";
import { builtinDefaultsProvider } from "./providers/builtin-defaults.ts";
import { claudeProvider } from "./providers/claude.ts";
import { claudePluginsProvider } from "./providers/claude-plugins.ts";
import { clineProvider } from "./providers/cline.ts";
import { codexProvider } from "./providers/codex.ts";
import { cursorProvider } from "./providers/cursor.ts";
import { geminiProvider } from "./providers/gemini.ts";
import { githubProvider } from "./providers/github.ts";
import { managedProvider } from "./providers/managed.ts";
import { mcpJsonProvider } from "./providers/mcp-json.ts";
import { nativeProvider } from "./providers/native.ts";
import { ompPluginsProvider } from "./providers/omp-plugins.ts";
import { opencodeProvider } from "./providers/opencode.ts";
import { vscodeProvider } from "./providers/vscode.ts";
import { windsurfProvider } from "./providers/windsurf.ts";

/** All providers; the order breaks ties in priority. */
export const discoveryProviders: readonly DiscoveryProvider[] = [
	nativeProvider,
	ompPluginsProvider,
	claudeProvider,
	claudePluginsProvider,
	agentsProvider,
	codexProvider,
	geminiProvider,
	opencodeProvider,
	cursorProvider,
	windsurfProvider,
	clineProvider,
	githubProvider,
	vscodeProvider,
	agentsMdProvider,
	mcpJsonProvider,
	managedProvider,
	builtinDefaultsProvider,
];
