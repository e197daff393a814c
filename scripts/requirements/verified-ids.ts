/** An id in a `verifies("…"` call of a test file. */
export interface Verification {
	readonly id: string;
	readonly file: string;
}

/** Every `verifies("…"` call in the offline test files under packages/ and test/. */
export async function loadVerifications(root: string): Promise<readonly Verification[]> {
	const files = await Array.fromAsync(new Bun.Glob("{packages,test}/**/*.test.ts").scan({ cwd: root }));
	const offline = files.filter((file) => !file.includes("node_modules/") && !file.endsWith(".live.test.ts"));
	const perFile = offline.sort().map(async (file) => {
		const source = await Bun.file(`${root}/${file}`).text();
		return verifiedIdsIn(source).map((id) => ({ id, file }));
	});
	return (await Promise.all(perFile)).flat();
}

/** The ids of `verifies("…"` and `verificationName("…"` calls in code, excluding comments, strings, templates and regular expressions. */
export function verifiedIdsIn(source: string): readonly string[] {
	const ids = [...source.matchAll(token)].map((match) => match.groups?.id);
	return ids.filter((id) => id !== undefined);
}

// The first token wins, so the content of a skipped one is never matched.
const token = new RegExp(
	[
		/\/\/[^\n]*/,
		/\/\*[\s\S]*?\*\//,
		/(?<![\w$.])(?:verifies|verificationName)\(\s*"(?<id>[^"\n]*)"/,
		/"(?:\\.|[^"\\\n])*"/,
		/'(?:\\.|[^'\\\n])*'/,
		/`(?:\\[\s\S]|[^`\\])*`/,
		/(?<=(?:[=(,:[!&|?{};>]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
	]
		.map((part) => part.source)
		.join("|"),
	"g",
);
