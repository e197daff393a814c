import { parseScript } from "@oh-my-pi/pi-policy/parse/parse";
import type {
	Assignment,
	Part,
	Redirection,
	Script,
	SimpleCommand,
	Stage,
	Word,
} from "@oh-my-pi/pi-policy/parse/syntax";
import { runsOperand } from "./programs.ts";

/** A command with variables, as far as it matters here. */
export interface CommandTemplate {
	readonly variables: ReadonlyArray<{ readonly name: string; readonly isOptional: boolean }>;
	fill(read: () => string): string;
}

/** How the values of a row stand in a check. */
export interface CheckPlaces {
	/** Of each variable, in order: a value with a dash in front would be an option of this program. */
	readonly optionOf: ReadonlyArray<string | undefined>;
}

const marker = (index: number) => `ompvalue${index}x`;
const markers = /ompvalue(\d+)x/g;

/**
 * Where the values of a table go in a command. They are quoted as one word, so each must stand where the shell reads a word and passes it
 * to a program as it is. Throws for any other place: there, what is in a table would run.
 */
export function findPlaces(template: CommandTemplate): CheckPlaces {
	const { variables } = template;
	let index = 0;
	const command = template.fill(() => marker(index++));
	const script = parseScript(command);
	const found = new Map<number, string | undefined>();
	const finder = new PlaceFinder(found);
	if (script.complete) finder.script(script);
	for (const [at, { name, isOptional }] of variables.entries()) {
		if (found.has(at)) continue;
		const braces = `{{${name}${isOptional ? "?" : ""}}}`;
		throw new Error(
			`${braces} stands where a value of the table could run: ${JSON.stringify(excerpt(command, at, braces))}. Let it be a word by itself: not in quotes, a comment, a here-document, code or the name of a program. For quotes: value=${braces}; grep -q "$value" file`,
		);
	}
	return { optionOf: variables.map((_, at) => found.get(at)) };
}

class PlaceFinder {
	readonly #found: Map<number, string | undefined>;

	constructor(found: Map<number, string | undefined>) {
		this.#found = found;
	}

	script({ items }: Script): void {
		for (const { pipeline } of items) for (const stage of pipeline.stages) this.#stage(stage);
	}

	#stage(stage: Stage): void {
		switch (stage.kind) {
			case "simple":
				this.#simple(stage);
				break;
			case "compound":
				for (const body of stage.bodies) this.script(body);
				// In `[[ … ]]` and `(( … ))` values are calculated, which runs what is in them.
				if (["for", "case", "select"].includes(stage.opener)) for (const word of stage.words) this.#data(word);
				this.#redirections(stage.redirections);
				break;
			case "function":
				this.#stage(stage.body);
		}
	}

	#simple({ assignments, words, redirections }: SimpleCommand): void {
		for (const assignment of assignments) this.#assignment(assignment);
		this.#redirections(redirections);
		for (const [at, word] of words.entries()) {
			const before = words.slice(0, at).map(literal);
			if (at > 0 && !runsOperand(before, literal(word))) {
				const program = before[0];
				const isWhole = word.raw.startsWith("ompvalue");
				this.#data(word, isWhole && !before.includes("--") && program !== "echo" ? program : undefined);
			} else this.#substitutions(word.parts);
		}
	}

	#assignment({ name, isArray, index, words }: Assignment): void {
		if (isArray || index || changesPrograms.test(name)) return;
		for (const word of words) this.#data(word);
	}

	#redirections(redirections: readonly Redirection[]): void {
		// Of a here-document the delimiter is no word, and its text is not quoted.
		for (const { operator, target } of redirections) if (!operator.startsWith("<<")) this.#data(target);
	}

	/** A word that is passed on as it is. */
	#data({ parts }: Word, program?: string): void {
		for (const part of parts) {
			if (part.kind !== "text" || part.quoted) continue;
			for (const [, index] of part.text.matchAll(markers)) this.#found.set(Number(index), program);
		}
		this.#substitutions(parts);
	}

	/** In backticks, a quoted value could still end them. */
	#substitutions(parts: readonly Part[]): void {
		for (const part of parts) {
			if ((part.kind === "command" && !part.raw.startsWith("`")) || part.kind === "process") this.script(part.script);
		}
	}
}

/** What decides which programs run, or what they run. */
const changesPrograms =
	/^(PATH|IFS|ENV|CDPATH|SHELL|SHELLOPTS|BASHOPTS|BASH_.*|LD_.*|DYLD_.*|GIT_.*|PS\d|HOME|XDG_.*|PYTHON.*|PERL.*|RUBY.*|NODE_.*|BUN_.*|JAVA_.*|.*(OPTIONS|OPTS|FLAGS|COMMAND|PAGER|EDITOR|VISUAL|ASKPASS|PRELOAD|RSH|WRAPPER))$/;

function literal({ parts }: Word): string {
	return parts.map((part) => (part.kind === "text" ? part.text : "\0")).join("");
}

const shownAround = 24;

/** The place as it is in the task file. */
function excerpt(command: string, at: number, braces: string): string {
	const from = command.indexOf(marker(at));
	const before = command.slice(0, from);
	const after = command.slice(from + marker(at).length);
	const text = `${before.length > shownAround ? `…${before.slice(-shownAround)}` : before}${braces}${after.length > shownAround ? `${after.slice(0, shownAround)}…` : after}`;
	return text.replace(markers, "{{…}}");
}
