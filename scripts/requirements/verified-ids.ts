/** An id that a test file names in a `verifies("…"` call. */
export interface Verification {
	readonly id: string;
	readonly file: string;
}

/** Every `verifies("…"` call in the test files under packages/ and test/ that run offline. */
export async function loadVerifications(root: string): Promise<readonly Verification[]> {
	const files = await Array.fromAsync(new Bun.Glob("{packages,test}/**/*.test.ts").scan({ cwd: root }));
	const offline = files.filter((file) => !file.includes("node_modules/") && !file.endsWith(".live.test.ts"));
	const perFile = offline.sort().map(async (file) => {
		const source = await Bun.file(`${root}/${file}`).text();
		return verifiedIdsIn(source).map((id) => ({ id, file }));
	});
	return (await Promise.all(perFile)).flat();
}

/** The ids of `verifies("…"` calls in code, so not those inside comments, strings, templates or regular expressions. */
export function verifiedIdsIn(source: string): readonly string[] {
	const ids = [...source.matchAll(token)].map((match) => match.groups?.id);
	return ids.filter((id) => id !== undefined);
}

// Alternation takes whichever token begins first, so whatever lies inside a skipped one is never seen.
const token = new RegExp(
	[
		/\/\/[^\n]*/,
		/\/\*[\s\S]*?\*\//,
		/(?<![\w$.])verifies\(\s*"(?<id>[^"\n]*)"/,
		/"(?:\\.|[^"\\\n])*"/,
		/'(?:\\.|[^'\\\n])*'/,
		/`(?:\\[\s\S]|[^`\\])*`/,
		/(?<=(?:[=(,:[!&|?{};>]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
	]
		.map((part) => part.source)
		.join("|"),
	"g",
);
