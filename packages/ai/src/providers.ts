import type { Provider } from "./provider.ts";
import { anthropic } from "./providers/anthropic.ts";
import { offline } from "./providers/offline.ts";

/** In order of preference when a bare start has to choose one. */
export const builtInProviders: readonly Provider[] = [anthropic, offline];
