import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { UsageError } from "../process/usage-error.ts";
import type { FlagDefinition } from "./flags.data.ts";

export interface ParsedArgs {
	readonly flags: ReadonlyMap<string, string | true>;
	readonly lists: ReadonlyMap<string, readonly string[]>;
	/** Positional arguments, in order. */
	readonly messages: readonly string[];
	/** Paths of `@path` arguments, in order. */
	readonly files: readonly string[];
}

/**
 * Parses a command line by a table of flags; throws at the first error, with a suggestion. With `onUnknown`, options that the
 * table does not have are left to somebody else, and what follows them counts as a message.
 */
export function parseArgs(
	argv: readonly string[],
	definitions: readonly FlagDefinition[],
	onUnknown?: (error: UsageError) => void,
): ParsedArgs {
	const flags = new Map<string, string | true>();
	const lists = new Map<string, string[]>();
	const messages: string[] = [];
	const files: string[] = [];
	for (let index = 0; index < argv.length; index++) {
		const token = argv[index] ?? "";
		if (token === "--") {
			messages.push(...argv.slice(index + 1));
			break;
		}
		if (token.startsWith("@") && token.length > 1) files.push(token.slice(1));
		else if (!token.startsWith("-") || token === "-") messages.push(token);
		else {
			const { definition, inline, error } = findFlag(token, definitions);
			if (!definition) {
				if (!onUnknown || !token.startsWith("--")) throw error;
				onUnknown(error);
				continue;
			}
			if (definition.kind === "boolean") {
				if (inline !== undefined) throw new UsageError(`--${definition.name} takes no value`);
				flags.set(definition.name, true);
				continue;
			}
			const next = argv[index + 1];
			const takesNext = definition.kind === "optional" ? looksLikeSession(next) : next !== undefined;
			const value = inline ?? (takesNext ? next : undefined);
			if (inline === undefined && takesNext) index++;
			if (value === undefined && definition.kind !== "optional") throw new UsageError(missingValue(definition));
			if (value !== undefined) checkValue(definition, value);
			if (definition.kind === "list" && value !== undefined) {
				lists.set(definition.name, [...(lists.get(definition.name) ?? []), value]);
			} else flags.set(definition.name, value ?? true);
		}
	}
	return { flags, lists, messages, files };
}

/** Index of the first argument that is neither a flag nor a flag's value, or -1. */
export function firstPositional(argv: readonly string[], definitions: readonly FlagDefinition[]): number {
	for (let index = 0; index < argv.length; index++) {
		const token = argv[index] ?? "";
		if (token === "--") return -1;
		if (!token.startsWith("-")) return index;
		const definition = definitions.find(({ name, alias }) => token === `--${name}` || token === `-${alias}`);
		if (definition?.kind === "string" || definition?.kind === "list") index++;
	}
	return -1;
}

function findFlag(token: string, definitions: readonly FlagDefinition[]) {
	const equals = token.indexOf("=");
	const name = equals === -1 ? token : token.slice(0, equals);
	const inline = equals === -1 ? undefined : token.slice(equals + 1);
	const definition = definitions.find(
		(candidate) => name === `--${candidate.name}` || (candidate.alias && name === `-${candidate.alias}`),
	);
	if (definition) return { definition, inline };
	const [close] = nearest(
		name,
		definitions.map((candidate) => `--${candidate.name}`),
	);
	const hint = close ? `Did you mean ${close}? ` : "";
	return { error: new UsageError(`unknown flag: ${name}\n${hint}Run \`omp --help\` for available flags.`) };
}

/** True for an id prefix or a path; anything else after `--resume` is a message. */
function looksLikeSession(token: string | undefined): boolean {
	if (token === undefined || token.startsWith("-")) return false;
	return /^[0-9a-f]{4}[0-9a-f-]*$/i.test(token) || /[/\\]/.test(token) || token.endsWith(".jsonl");
}

function checkValue(definition: FlagDefinition, value: string): void {
	if (!definition.values || definition.values.includes(value)) return;
	throw new UsageError(`--${definition.name} must be one of: ${definition.values.join(", ")}; got "${value}"`);
}

function missingValue(definition: FlagDefinition): string {
	const allowed = definition.values ? ` (one of: ${definition.values.join(", ")})` : "";
	return `--${definition.name} needs a value: --${definition.name} <${definition.value ?? "value"}>${allowed}`;
}
