import type { BoxService } from "../box/box-service.ts";
import { adapter } from "../contract/adapt.ts";

const baseProperties = {
	command: { type: "string" },
	env: { type: "object", additionalProperties: { type: "string" }, description: "Extra variables" },
	timeout: { type: "number", description: "Seconds, default 300; 0 = none" },
	cwd: { type: "string" },
	pty: { type: "boolean", description: "Terminal, where the user can answer" },
	head: { type: "number", description: "Only the first N lines" },
	tail: { type: "number", description: "Only the last N lines" },
} as const;
/** Where commands may leave the box that holds them. */
const outsideProperty = {
	outside: { type: "string", description: "Why to leave the sandbox; asks the user" },
} as const;
const listedOutside = {
	outside: { type: "string", description: "Why to leave the sandbox; only commands that the user has allowed" },
} as const;
const asyncProperty = { async: { type: "boolean", description: "Run in the background" } } as const;

export const bashParameters = {
	type: "object",
	properties: { ...baseProperties, ...asyncProperty, ...outsideProperty },
	required: ["command"],
	additionalProperties: false,
} as const;

/** Without those of what can be switched off. */
export function offeredProperties({
	async,
	leaving,
}: {
	readonly async: boolean;
	readonly leaving: BoxService["leavingIs"] | undefined;
}) {
	const outside = leaving === "asked" ? outsideProperty : leaving === "listed" ? listedOutside : {};
	return { ...baseProperties, ...(async && asyncProperty), ...outside };
}

export const adaptBash = adapter({
	names: {
		cmd: "command",
		script: "command",
		code: "command",
		input: "command",
		run_in_background: "async",
		is_background: "async",
		background: "async",
		workdir: "cwd",
		working_directory: "cwd",
		directory: "cwd",
		dir: "cwd",
		path: "cwd",
		environment: "env",
	},
	more: ({ command, timeout_ms, timeoutMs }) => {
		const milliseconds = Number(timeout_ms ?? timeoutMs ?? Number.NaN);
		const isList = Array.isArray(command) && command.length > 1;
		if (!isList && Number.isNaN(milliseconds)) return undefined;
		const taken = [
			...(isList ? ["command"] : []),
			...(Number.isNaN(milliseconds) ? [] : [timeout_ms === undefined ? "timeoutMs" : "timeout_ms"]),
		];
		return {
			taken,
			meaning: {
				...(isList && { command: commandLine(command.map(String)) }),
				...(!Number.isNaN(milliseconds) && { timeout: Math.ceil(milliseconds / 1000) }),
			},
		};
	},
});

/** A command given word by word, as a line; `["bash", "-lc", line]` is the line. */
function commandLine(words: readonly string[]): string {
	const [program = "", flag = "", line] = words;
	if (/^(?:.*\/)?(?:ba|z)?sh$/.test(program) && /^-l?c$/.test(flag) && line !== undefined) return line;
	return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
