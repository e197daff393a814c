/** Several targets as models like to give them, although one string with `;` is what they are told. */
export const pathList = { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] } as const;

/** Several targets in one text, `a; b`; a path that exists as it stands stays whole. */
export async function splitTargets(
	requested: string | readonly string[] | undefined,
	exists: (path: string) => Promise<boolean>,
): Promise<string[]> {
	const texts = requested === undefined ? ["."] : typeof requested === "string" ? [requested] : requested;
	const targets: string[] = [];
	for (const text of texts) {
		const whole = text.trim();
		if (!whole.includes(";") || (await exists(whole))) targets.push(whole);
		else targets.push(...whole.split(";").map((part) => part.trim()));
	}
	const named = targets.filter((target) => target !== "");
	return named.length > 0 ? [...new Set(named)] : ["."];
}
