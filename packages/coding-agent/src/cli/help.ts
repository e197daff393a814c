import type { CommandEntry } from "./commands.ts";
import { type FlagDefinition, launchFlags } from "./flags.data.ts";

/** One screen: how to call it, what the flags do, where to read on. */
export function helpText(commands: readonly CommandEntry[]): string {
	return [
		"omp — a coding agent in your terminal",
		"",
		"Usage: omp [flags] [messages…] [@files…]",
		"       omp <command> [flags]",
		"",
		"Examples:",
		"  omp                             start a session here",
		'  omp "fix the failing test"      start with a request',
		'  omp -p "what does this do?" @a.ts   answer once and exit',
		'  git diff | omp -p "review this"   read the request from a pipe',
		"",
		"Flags:",
		...rows(launchFlags.map((flag) => [flagUsage(flag), flag.help])),
		...(commands.length > 0 ? ["", "Commands:", ...rows(commands.map(({ name, summary }) => [name, summary]))] : []),
		"",
		"Environment: ANTHROPIC_API_KEY and the other providers' keys; PI_CODING_AGENT_DIR (default ~/.omp/agent).",
		"More: README.md and docs/ in the project; omp without a key starts an offline guide.",
		"",
	].join("\n");
}

function flagUsage(flag: FlagDefinition): string {
	const alias = flag.alias ? `-${flag.alias}, ` : "    ";
	const value = flag.value ? (flag.kind === "optional" ? ` [${flag.value}]` : ` <${flag.value}>`) : "";
	return `${alias}--${flag.name}${value}`;
}

function rows(pairs: ReadonlyArray<readonly [string, string]>): string[] {
	const width = Math.max(...pairs.map(([left]) => left.length));
	return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
