import { ProviderError } from "../errors/provider-error.ts";
import type { Model } from "../model/model.ts";
import { anthropic } from "./anthropic.ts";
import { deepseek } from "./deepseek.ts";
import { gemini } from "./gemini.ts";
import { gemma } from "./gemma.ts";
import { glm } from "./glm.ts";
import { harmony } from "./harmony.ts";
import { hermes } from "./hermes.ts";
import { kimi } from "./kimi.ts";
import { minimax } from "./minimax.ts";
import type { Dialect } from "./parts/dialect.ts";
import { qwen3 } from "./qwen3.ts";
import { xml } from "./xml.ts";

/** All dialects; the first that matches a model's name is used. */
export const dialects: readonly Dialect[] = [
	hermes,
	glm,
	kimi,
	anthropic,
	deepseek,
	harmony,
	qwen3,
	gemini,
	gemma,
	minimax,
	xml,
];

/** The dialect requested by name, or the one of the model's family. */
export function dialectFor(model: Pick<Model, "id">, format: string | undefined): Dialect {
	if (format === undefined || format === "auto") return dialects.find(({ family }) => family.test(model.id)) ?? glm;
	const named = dialects.find(({ name }) => name === format);
	if (named) return named;
	const known = ["auto", "native", ...dialects.map(({ name }) => name)].join(", ");
	throw new ProviderError("config", `No tool format "${format}". Known: ${known}`);
}
