import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../../../process/terminal/io.ts";
import { UsageError } from "../../../../process/usage-error.ts";
import type { ParsedArgs } from "../../../../startup/parse-args.ts";
import type { CommandPorts } from "../../../contract/command-ports.ts";

export interface FleetInvocation {
	readonly args: ParsedArgs;
	/** What follows the action. */
	readonly words: readonly string[];
	readonly host: Host;
	readonly io: CliIo;
	readonly ports: CommandPorts;
}

export type FleetAction = (invocation: FleetInvocation) => Promise<number>;

export function textFlag({ args }: Pick<FleetInvocation, "args">, name: string): string | undefined {
	const value = args.flags.get(name);
	return typeof value === "string" ? value : undefined;
}

export function countFlag(invocation: Pick<FleetInvocation, "args">, name: string, max: number): number | undefined {
	const text = textFlag(invocation, name);
	if (text === undefined) return undefined;
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > max)
		throw new UsageError(`--${name} takes a number from 1 to ${max}, not "${text}"`);
	return number;
}

/** One word, or none where it may be left out. */
export function singleWord({ words }: Pick<FleetInvocation, "words">, what: string): string | undefined {
	if (words.length > 1) throw new UsageError(`unexpected argument "${words[1]}" after ${what}`);
	return words[0];
}

export function wantsJson({ args }: Pick<FleetInvocation, "args">): boolean {
	return args.flags.has("json");
}

export async function printJson({ io }: Pick<FleetInvocation, "io">, value: unknown): Promise<void> {
	await io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
