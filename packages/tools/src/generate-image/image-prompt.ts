import type { GenerateImageParams } from "./generate-image.ts";

/** The fields as one text, in the order in which a picture is described. */
export function imagePrompt(params: GenerateImageParams): string {
	const { subject, action, scene, composition, lighting, style, text, changes = [] } = params;
	const hasInput = (params.input?.length ?? 0) > 0;
	const lines = [
		[subject, action].filter(Boolean).join(", "),
		...named("Scene", scene),
		...named("Composition", composition),
		...named("Lighting", lighting),
		...named("Style", style),
		...named("Text in the image, exactly", text && `"${text}"`),
		...(changes.length > 0 ? ["Changes to make:", ...changes.map((change) => `- ${change}`)] : []),
		...(hasInput ? ["Keep everything in the given image that is not to be changed."] : []),
	];
	return lines.join("\n");
}

function named(name: string, value: string | undefined): string[] {
	return value?.trim() ? [`${name}: ${value.trim()}`] : [];
}
