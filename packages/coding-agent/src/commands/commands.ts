import { definedMembers } from "@oh-my-pi/pi-utils/defect";
import { Registry } from "@oh-my-pi/pi-utils/registry";
import type { Command } from "./contract/command.ts";

/** A line that calls a command. */
export interface FoundCommand {
	readonly command: Command;
	/** The words after the name. */
	readonly args: string;
}

/** Every slash command there is: the built-in ones, loaded when first needed, and those added while omp runs. */
export class Commands {
	readonly #loadBuiltIn: () => Promise<readonly Command[]>;
	readonly #added = new Registry<Command>();
	#builtIn: Promise<readonly Command[]> | undefined;

	constructor(loadBuiltIn: () => Promise<readonly Command[]>) {
		this.#loadBuiltIn = loadBuiltIn;
	}

	/** Adds a command; gives the function that removes it again. Built-in names stay with the built-in command. */
	add(command: Command): () => void {
		return this.#added.add(command.name, command);
	}

	async list(): Promise<readonly Command[]> {
		this.#builtIn ??= this.#loadBuiltIn();
		const builtIn = await this.#builtIn;
		const reserved = new Set(builtIn.flatMap(namesOf));
		return [...builtIn, ...this.#added.values().filter(({ name }) => !reserved.has(name))];
	}

	/**
	 * The command a line calls; `undefined` when it calls none. `/force:bash` is `/force bash`, unless a prompt in a file has
	 * exactly that name.
	 */
	async find(line: string, files?: { find(name: string): Promise<unknown> }): Promise<FoundCommand | undefined> {
		const called = parseCall(line);
		if (!called) return undefined;
		const all = await this.list();
		const named = (wanted: string) => all.find((command) => namesOf(command).includes(wanted));
		const exact = named(called.name);
		if (exact) return { command: exact, args: called.args };
		const prefix = prefixOf(called.name);
		const command = prefix === called.name ? undefined : named(prefix);
		if (command && (await files?.find(called.name))) return undefined;
		return command && { command, args: `${called.name.slice(prefix.length + 1)} ${called.args}`.trim() };
	}

	/** Calls back when a command was added or removed; gives the function that ends that. */
	onChange(listener: () => void): () => void {
		return this.#added.onChange(listener);
	}
}

/** The built-in commands and those of features, to which others can be added. */
export function builtInCommands(loadMore: () => Promise<readonly Command[]> = async () => []): Commands {
	return new Commands(async () => {
		const [{ builtInCommands: builtIn }, more] = await Promise.all([import("./built-in-commands.ts"), loadMore()]);
		return definedMembers("built-in commands", [...builtIn, ...more]);
	});
}

export function namesOf({ name, aliases = [] }: Pick<Command, "name" | "aliases">): readonly string[] {
	return [name, ...aliases];
}

/** The first word after the slash and the rest. A word with another slash in it is a path, not a name. */
export function parseCall(line: string): { readonly name: string; readonly args: string } | undefined {
	const match = /^\/([^\s/]+)(?:\s([\s\S]*))?$/.exec(line.trimEnd());
	return match?.[1] === undefined ? undefined : { name: match[1], args: (match[2] ?? "").trim() };
}

/** What is before the colon: the command that a line calls. */
function prefixOf(name: string): string {
	return name.split(":", 1)[0] ?? name;
}
