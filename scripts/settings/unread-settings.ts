import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A section of settings as source code names it. */
export interface NamedSection {
	/** The exported constant, such as `bashSettings`. */
	readonly name: string;
	/** Property of the constant to the dotted key. */
	readonly keys: Readonly<Record<string, string>>;
}

/** The keys that no source reads. Defining, storing and listing a setting is not reading it. */
export function unreadKeys(sections: readonly NamedSection[], sources: readonly string[]): string[] {
	return sections.flatMap(({ name, keys }) => {
		const users = sources.filter((text) => text.includes(name));
		if (users.some((text) => new RegExp(`\\b${name}\\[(?!")|\\.\\.\\.${name}\\b`).test(text))) return [];
		const read = new Set(users.flatMap((text) => propertiesRead(name, text)));
		return Object.entries(keys).flatMap(([property, key]) => (read.has(property) ? [] : [key]));
	});
}

function propertiesRead(section: string, text: string): string[] {
	const stored = "(?<!\\b(?:set|setEntry|override|unset)\\(\\s*)";
	const members = text.matchAll(new RegExp(`${stored}\\b${section}(?:\\.(\\w+)|\\["([^"]+)"\\])`, "g"));
	const destructured = text.matchAll(new RegExp(`\\{([^{}]*)\\}\\s*=\\s*${section}\\b`, "g"));
	return [
		...[...members].map(([, dotted, quoted]) => dotted ?? quoted ?? ""),
		...[...destructured].flatMap(([, names = ""]) => names.split(",").map((name) => name.split(":")[0]?.trim() ?? "")),
	];
}

/** Whatever may read settings: every package, but not the definitions themselves and not tests. */
export async function settingReaders(root: string): Promise<string[]> {
	const paths = await Array.fromAsync(new Bun.Glob("packages/*/src/**/*.ts").scan({ cwd: root }));
	const readers = paths.filter(
		(path) =>
			!/\.test\.ts$|\/testing\/|^packages\/testkit\//.test(path) &&
			!/^packages\/coding-agent\/src\/settings\/(?:sections|load\/environment|migrations|catalog\/panel-tabs)/.test(
				path,
			) &&
			!/^packages\/tools\/src\/(?:[^/]+\/)*settings\.ts$/.test(path),
	);
	return Promise.all(readers.map((path) => readFile(join(root, path), "utf8")));
}
