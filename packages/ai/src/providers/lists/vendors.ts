import type { Provider } from "../../model/provider.ts";
import { anthropic } from "../anthropic.ts";
import { deepseek } from "../deepseek.ts";
import { google } from "../google.ts";
import { googleAntigravity } from "../google-antigravity.ts";
import { googleGeminiCli } from "../google-gemini-cli.ts";
import { kimiCode } from "../kimi-code.ts";
import { meta } from "../meta.ts";
import { minimax } from "../minimax.ts";
import { minimaxCode } from "../minimax-code.ts";
import { mistral } from "../mistral.ts";
import { moonshot } from "../moonshot.ts";
import { openai } from "../openai.ts";
import { openaiCodex } from "../openai-codex.ts";
import { xai } from "../xai.ts";
import { xaiOauth } from "../xai-oauth.ts";
import { xiaomi } from "../xiaomi.ts";
import { zai } from "../zai.ts";

/** Model vendors, each with its subscription before its metered key. */
export const vendors: readonly Provider[] = [
	anthropic,
	openaiCodex,
	openai,
	googleGeminiCli,
	googleAntigravity,
	google,
	xaiOauth,
	xai,
	deepseek,
	kimiCode,
	moonshot,
	zai,
	minimaxCode,
	minimax,
	xiaomi,
	mistral,
	meta,
];
