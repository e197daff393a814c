import type { DiscoveryProvider } from "./capability.ts";
import { agentsMdProvider } from "./providers/agents-md.ts";
import { claudeProvider } from "./providers/claude.ts";
import { nativeProvider } from "./providers/native.ts";

/** Every place we look into; the order counts among equals in priority. */
export const discoveryProviders: readonly DiscoveryProvider[] = [nativeProvider, claudeProvider, agentsMdProvider];
