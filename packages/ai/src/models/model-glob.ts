import { type Model, selectorOf } from "../model.ts";

export function isGlob(pattern: string): boolean {
	return /[*?[]/.test(pattern);
}

/** All models whose selector or id fits. A star also crosses `/`, since ids may contain it. */
export function matchGlob(pattern: string, models: readonly Model[]): Model[] {
	const expression = globExpression(pattern);
	return models.filter((model) => expression.test(selectorOf(model)) || expression.test(model.id));
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
