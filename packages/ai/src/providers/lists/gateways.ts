import type { Provider } from "../../model/provider.ts";
import { aimlapi } from "../aimlapi.ts";
import { kilo } from "../kilo.ts";
import { litellm } from "../litellm.ts";
import { nanogpt } from "../nanogpt.ts";
import { opencodeZen } from "../opencode-zen.ts";
import { openrouter } from "../openrouter.ts";
import { vercelAiGateway } from "../vercel-ai-gateway.ts";
import { zenmux } from "../zenmux.ts";

/** Gateways to models of many vendors. */
export const gateways: readonly Provider[] = [
	openrouter,
	vercelAiGateway,
	opencodeZen,
	kilo,
	zenmux,
	nanogpt,
	aimlapi,
	litellm,
];
