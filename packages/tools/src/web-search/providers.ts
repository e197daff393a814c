import type { SearchProvider } from "./provider/search-provider.ts";
import { anthropic } from "./providers/anthropic.ts";
import { brave } from "./providers/brave.ts";
import { codex } from "./providers/codex.ts";
import { duckduckgo } from "./providers/duckduckgo.ts";
import { exa } from "./providers/exa.ts";
import { gemini } from "./providers/gemini.ts";
import { jina } from "./providers/jina.ts";
import { kagi } from "./providers/kagi.ts";
import { kimi } from "./providers/kimi.ts";
import { parallel } from "./providers/parallel.ts";
import { perplexity } from "./providers/perplexity.ts";
import { searxng } from "./providers/searxng.ts";
import { synthetic } from "./providers/synthetic.ts";
import { tavily } from "./providers/tavily.ts";
import { zai } from "./providers/zai.ts";

/** In the order in which they are tried. The last one needs no key. */
export const searchProviders: readonly SearchProvider[] = [
	tavily,
	perplexity,
	brave,
	jina,
	kimi,
	anthropic,
	gemini,
	codex,
	zai,
	exa,
	parallel,
	kagi,
	synthetic,
	searxng,
	duckduckgo,
];
