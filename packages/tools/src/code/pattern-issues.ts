import { parseForPatterns } from "@oh-my-pi/pi-natives/syntax/structural-search";
import type { SourceLanguage } from "@oh-my-pi/pi-natives/syntax/syntax";
import type { SourceScope } from "./source-files.ts";

/** Why a pattern that matched nothing may never match: it is no code, or there is nothing it could be looked for in. */
export async function patternIssues(pattern: string, scope: SourceScope): Promise<string[]> {
	const unknown = scope.unknown.map((path) => `- ${path}: no grammar for this kind of file`);
	const languages = new Map(scope.files.map(({ language }) => [language.id, language]));
	const broken = await Promise.all([...languages.values()].map((language) => isBroken(pattern, language)));
	const ids = [...languages.keys()].filter((_, index) => broken[index]);
	return [...unknown, ...ids.map((id) => `- the pattern: not complete code in ${id}`)];
}

async function isBroken(pattern: string, language: SourceLanguage): Promise<boolean> {
	// Names stand where variables do, as not every language has a `$` in names.
	const code = pattern.replace(/\$(?:\$\$)?(?:[A-Z_][A-Z0-9_]*)?/g, "name");
	const root = await parseForPatterns(language, code);
	if (!root) return false;
	try {
		return Boolean(root.root().find({ rule: { kind: "ERROR" } }));
	} finally {
		root.free();
	}
}
