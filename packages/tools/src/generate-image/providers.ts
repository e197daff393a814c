import { antigravity, gemini } from "./providers/gemini.ts";
import type { ImageProvider } from "./providers/image-provider.ts";
import { openai, openaiCodex } from "./providers/openai.ts";
import { openrouter } from "./providers/openrouter.ts";
import { xai } from "./providers/xai.ts";

/** In the order in which they are tried. */
export const imageProviders: readonly ImageProvider[] = [openai, antigravity, xai, gemini, openrouter];

/** Only used when named, or for sessions of that provider. */
export const otherImageProviders: readonly ImageProvider[] = [openaiCodex];
