/** The tools of all servers under the names that the model calls them by. */
export function toolNames(tools: ReadonlyArray<{ readonly server: string; readonly tool: string }>): string[] {
	const keyOf = ({ server, tool }: (typeof tools)[number]) => `${server}\0${tool}`;
	const keys = tools.map(keyOf);
	const taken = new Set<string>();
	const names = new Map<string, string>();
	// The order of connecting must not decide who gets a name.
	for (const one of tools.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
		const wanted = toolName(one.server, one.tool);
		let name = wanted;
		for (let count = 2; taken.has(name); count++) name = `${wanted.slice(0, maxLength - 5)}_${count}`;
		taken.add(name);
		names.set(keyOf(one), name);
	}
	return keys.map((key) => names.get(key) ?? key);
}

/** What providers accept. */
const maxLength = 64;

function toolName(server: string, tool: string): string {
	const serverPart = part(server) || "server";
	const fullPart = part(tool);
	const toolPart = (fullPart.startsWith(`${serverPart}_`) ? fullPart.slice(serverPart.length + 1) : fullPart) || "tool";
	return `mcp__${serverPart}_${toolPart}`.slice(0, maxLength);
}

function part(text: string): string {
	return text
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "_")
		.replace(/^_+|_+$/g, "");
}
