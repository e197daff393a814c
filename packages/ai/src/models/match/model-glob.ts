import { type Model, selectorOf } from "../../model/model.ts";

export function isGlob(pattern: string): boolean {
	return /[*?[]/.test(pattern);
}

/**
 * All models whose selector matches or, if none, whose id does. A star also matches `/`, since ids may contain it; for
 * the same reason `openai/*` must not match a gateway's `openai/gpt-5.5` if there is a provider of that name.
 */
export function matchGlob(pattern: string, models: readonly Model[]): Model[] {
	const expression = globExpression(pattern);
	const bySelector = models.filter((model) => expression.test(selectorOf(model)));
	return bySelector.length > 0 ? bySelector : models.filter((model) => expression.test(model.id));
}

function globExpression(pattern: string): RegExp {
	const source = pattern.replace(/\*+|\?|\[!?[^\]]*\]|[\\^$.|+(){}[\]]/g, (part) => {
		if (part.startsWith("*")) return ".*";
		if (part === "?") return ".";
		if (part.startsWith("[") && part.length > 1) return part.replace("[!", "[^").replaceAll("\\", "\\\\");
		return `\\${part}`;
	});
	return new RegExp(`^${source}$`, "i");
}
