/**
 * Fills the `{{name}}` placeholders of a Markdown prompt. A missing or unused value is a bug in the caller, so both
 * throw.
 */
export function renderPrompt(text: string, values: Readonly<Record<string, string>> = {}): string {
	const unused = new Set(Object.keys(values));
	const filled = text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`Prompt has no value for {{${name}}}`);
		unused.delete(name);
		return value;
	});
	if (unused.size > 0) throw new Error(`Prompt has no placeholder for ${[...unused].join(", ")}`);
	return filled.trim();
}
