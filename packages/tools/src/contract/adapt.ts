import type { AdaptedArguments } from "@oh-my-pi/pi-agent-core/tools/tool";

type RawArguments = Readonly<Record<string, unknown>>;

export interface AdaptRules {
	/** Names that other programs have for parameters: `{ file_path: "path" }`. Case and separators do not matter. */
	readonly names?: Readonly<Record<string, string>>;
	/** Parameters that take several values with `;` between them, also where a list is given. */
	readonly joined?: readonly string[];
	/** What takes more than another name; gets what the other rules left. `undefined` when there is nothing to do. */
	readonly more?: (args: RawArguments) => Adaptation | undefined;
}

export interface Adaptation {
	/** Names of the arguments that are understood by this. */
	readonly taken: readonly string[];
	/** What they mean; `undefined` removes an argument. */
	readonly meaning: Readonly<Record<string, unknown>>;
}

/** Reads arguments as other programs name them, and says how. */
export function adapter(rules: AdaptRules): (args: RawArguments) => AdaptedArguments {
	const names = new Map(Object.entries(rules.names ?? {}).map(([other, parameter]) => [plain(other), parameter]));
	return (args) => {
		const result: Record<string, unknown> = {};
		const notes: string[] = [];
		for (const [name, value] of Object.entries(args)) {
			const parameter = names.get(plain(name)) ?? name;
			if (parameter === name || parameter in args || parameter in result) result[name] = value;
			else {
				result[parameter] = value;
				notes.push(`Read \`${name}\` as \`${parameter}\`.`);
			}
		}
		for (const name of rules.joined ?? []) {
			const value = result[name];
			if (!Array.isArray(value) || value.length < 2 || !value.every((item) => typeof item === "string")) continue;
			result[name] = value.join(";");
			notes.push(`Read the list in \`${name}\` as ${shown(result[name])}.`);
		}
		const more = rules.more?.(result);
		if (!more) return { arguments: result, notes };
		for (const name of more.taken) delete result[name];
		Object.assign(result, more.meaning);
		const taken = more.taken.map((name) => `\`${name}\``).join(", ");
		const meaning = Object.entries(more.meaning).map(([name, value]) => `${name}: ${shown(value)}`);
		notes.push(`Read ${taken} as \`${meaning.join(", ")}\`.`);
		return { arguments: result, notes };
	};
}

/** Other names for the parameter that holds a path. */
export const pathNames = {
	file_path: "path",
	filepath: "path",
	filename: "path",
	file_name: "path",
	file: "path",
	target_file: "path",
	absolute_path: "path",
	relative_path: "path",
	relative_workspace_path: "path",
	uri: "path",
	url: "path",
} as const;

/** Other names for the place that is searched. */
export const folderNames = {
	directory: "path",
	dir: "path",
	dir_path: "path",
	folder: "path",
	root: "path",
	cwd: "path",
	search_path: "path",
	target_directory: "path",
	target_directories: "path",
} as const;

/** Several paths as one text, the form that is judged; `undefined` where none are given. */
export function joinedPaths(paths: unknown): string | undefined {
	if (typeof paths === "string") return paths;
	return Array.isArray(paths) ? paths.join(";") : undefined;
}

/** `paths`, as other models give several, in the parameter `path`. */
export function normalizePaths({ paths, ...rest }: RawArguments): Record<string, unknown> {
	const path = joinedPaths(paths);
	return path === undefined ? rest : { ...rest, path };
}

function plain(name: string): string {
	return name.startsWith("-") ? name : name.toLowerCase().replace(/[_\s-]/g, "");
}

function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? "nothing";
	return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
