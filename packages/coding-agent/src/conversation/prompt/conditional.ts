const innermost = /\{\{#if (\w+)\}\}((?:(?!\{\{#if )[\s\S])*?)\{\{\/if\}\}/g;

/** Resolves `{{#if name}}…{{/if}}`; a line left empty by that is removed. */
export function keepIf(text: string, holds: (name: string) => boolean): string {
	const dropped = "\u0000";
	let current = text;
	for (let next = ""; next !== current; ) {
		next = current;
		current = next.replace(innermost, (_part, name: string, body: string) => (holds(name) ? body : dropped));
	}
	return current
		.split("\n")
		.filter((line) => line.replaceAll(dropped, "") !== "" || !line.includes(dropped))
		.join("\n")
		.replaceAll(dropped, "");
}
