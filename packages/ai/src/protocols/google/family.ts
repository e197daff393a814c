import type { Model } from "../../model/model.ts";

type Named = Pick<Model, "id" | "thinking">;

/** Gemini 3 and later: signed function calls, ids, thinking levels, images in results. */
export function isGemini3(model: Named): boolean {
	const version = /gemini-(\d+)/i.exec(model.id)?.[1];
	if (version !== undefined) return Number(version) >= 3;
	return model.thinking?.mode === "google-level";
}

export function isClaude(model: Pick<Model, "id">): boolean {
	return /(^|[/.])claude[-.]/i.test(model.id);
}
