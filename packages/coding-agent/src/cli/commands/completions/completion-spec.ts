import type { CommandCompletionSpec, CommandEntry } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";

/** Input of all completion scripts. */
export interface CompletionSpec {
	/** Flags of a session, without a command. */
	readonly flags: readonly CompletionFlag[];
	readonly commands: readonly CompletionCommand[];
}

export interface CompletionCommand extends Pick<CommandCompletionSpec, "actions" | "dynamic"> {
	readonly name: string;
	readonly summary: string;
	readonly flags: readonly CompletionFlag[];
}

export interface CompletionFlag {
	readonly name: string;
	readonly alias?: string;
	readonly help: string;
	/** Absent for a flag without a value. */
	readonly value?: FlagValue;
}

export type FlagValue =
	| { readonly kind: "words"; readonly words: readonly string[] }
	| { readonly kind: "file" | "folder" | "anything" }
	/** Completed by calling omp; `list` for comma-separated values. */
	| { readonly kind: "dynamic"; readonly of: "models" | "tools" | "sessions"; readonly list: boolean };

export async function completionSpec(
	flags: readonly FlagDefinition[],
	commands: readonly CommandEntry[],
): Promise<CompletionSpec> {
	return {
		flags: flags.map(completionFlag),
		commands: await Promise.all(
			commands.map(async ({ name, summary, completionSpec }) => {
				const { flags: commandFlags, ...rest } = await completionSpec();
				return { name, summary, flags: commandFlags.map(completionFlag), ...rest };
			}),
		),
	};
}

function completionFlag(flag: FlagDefinition): CompletionFlag {
	const { name, alias, help } = flag;
	const takesValue = flag.kind === "string" || flag.kind === "list" || flag.kind === "optional";
	return { name, help, ...(alias !== undefined && { alias }), ...(takesValue && { value: flagValue(flag) }) };
}

/** Kind of value by its placeholder in the help text. */
const namedKinds: Readonly<Record<string, FlagValue>> = {
	file: { kind: "file" },
	"text|file": { kind: "file" },
	session: { kind: "file" },
	dir: { kind: "folder" },
	model: { kind: "dynamic", of: "models", list: false },
	"id|path": { kind: "dynamic", of: "sessions", list: false },
};

const listFlags: Readonly<Record<string, FlagValue>> = {
	tools: { kind: "dynamic", of: "tools", list: true },
	models: { kind: "dynamic", of: "models", list: true },
};

function flagValue({ name, value = "", values }: FlagDefinition): FlagValue {
	if (values) return { kind: "words", words: values };
	return listFlags[name] ?? namedKinds[value] ?? { kind: "anything" };
}
