import type { PromptMessage, ServerConnection } from "@oh-my-pi/pi-mcp/connect-server";
import type { ServerPrompt } from "@oh-my-pi/pi-mcp/server/server-messages";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { findMentions } from "../../../conversation/attachments/find-mentions.ts";
import { parseCommandArguments } from "../../../file-commands/command-arguments.ts";
import type { FileCommand } from "../../../file-commands/file-command.ts";
import { shownText } from "../asks/shown-text.ts";

export interface PromptOwner {
	readonly name: string;
	readonly prompts: readonly ServerPrompt[];
	use<Result>(work: (connection: ServerConnection) => Promise<Result>): Promise<Result>;
}

export interface PromptPorts {
	/** Asks for what is missing, where somebody looks at a screen; `undefined` when they want to leave it. */
	readonly complete?: (
		prompt: string,
		missing: ServerPrompt["arguments"],
	) => Promise<Readonly<Record<string, string>> | undefined>;
}

const maxDescription = 120;

/** The prompts of servers as slash commands: `/<server>:<prompt> key=value`. */
export function promptCommands(owners: readonly PromptOwner[], ports: PromptPorts = {}): FileCommand[] {
	const taken = new Set<string>();
	return owners.flatMap((owner) =>
		owner.prompts.flatMap((prompt) => {
			// A name ends at a space or slash when it is typed.
			const name = `${owner.name}:${prompt.name}`.replace(/[\s/\p{C}]+/gu, "_");
			if (taken.has(name)) return [];
			taken.add(name);
			const hint = prompt.arguments.map(formatHint).join(" ");
			const about = shownText(prompt.description ?? prompt.name, maxDescription).replaceAll("\n", " ");
			return [
				{
					name,
					description: `${about} (MCP server ${owner.name})`,
					...(hint !== "" && { hint }),
					source: "mcp" as const,
					path: `mcp:${owner.name}:${prompt.name}`,
					expand: () => "",
					complete: (typed: string) => completions(owner, prompt, typed),
					fetch: (argumentText: string) => fetchPrompt(owner, prompt, argumentText, ports),
				},
			];
		}),
	);
}

function formatHint({ name, required }: ServerPrompt["arguments"][number]): string {
	const shown = shownText(name, 40);
	return required ? `<${shown}=…>` : `[${shown}=…]`;
}

const completionLimitMs = 2000;

type Completion = { readonly name: string; readonly summary?: string };

/** The arguments that are not there yet, or values that the server offers for the last one. */
async function completions(
	owner: PromptOwner,
	{ name, arguments: wanted }: ServerPrompt,
	typed: string,
): Promise<Completion[]> {
	const last = /\S*$/.exec(typed)?.[0] ?? "";
	const before = typed.slice(0, typed.length - last.length);
	const typedArguments = promptArguments(before);
	const equals = last.indexOf("=");
	if (equals < 0) {
		const open = wanted.filter((one) => !Object.hasOwn(typedArguments, one.name) && one.name.startsWith(last));
		return open.map((one) => ({
			name: `${before}${one.name}=`,
			...(one.description !== undefined && { summary: shownText(one.description, maxDescription) }),
		}));
	}
	const argument = { name: last.slice(0, equals), value: last.slice(equals + 1) };
	const params = { ref: { type: "ref/prompt", name }, argument, context: { arguments: typedArguments } };
	const offered = await withFallback(
		owner.use(async (connection) =>
			"completions" in connection.capabilities
				? connection.ask("completion/complete", params, { timeoutMs: completionLimitMs })
				: {},
		),
		{},
		"without completions the user types the value",
	);
	const { values } = isRecord(offered) && isRecord(offered.completion) ? offered.completion : {};
	const texts = Array.isArray(values) ? values.filter((value): value is string => typeof value === "string") : [];
	return texts.map((value) => {
		const shown = shownText(value, 200).replaceAll('"', "");
		return { name: `${before}${argument.name}=${/\s/.test(shown) ? `"${shown}"` : shown}` };
	});
}

async function fetchPrompt(
	owner: PromptOwner,
	{ name, arguments: wanted }: ServerPrompt,
	argumentText: string,
	{ complete }: PromptPorts,
): Promise<string> {
	const typedArguments = promptArguments(argumentText);
	const missing = wanted.filter((argument) => argument.required && !Object.hasOwn(typedArguments, argument.name));
	const added = missing.length > 0 && complete ? await complete(`${owner.name}:${name}`, missing) : {};
	if (!added) throw new Error(`/${owner.name}:${name} was cancelled`);
	const all = { ...typedArguments, ...added };
	const messages = await owner.use((connection) => connection.getPrompt(name, all));
	const text = withoutMentions(
		messages.flatMap(formatMessage).join("\n\n"),
		[argumentText, ...Object.values(all)].join("\n"),
	);
	if (text === "") throw new Error(`The prompt ${name} of MCP server "${owner.name}" has no text`);
	return text;
}

/** A server must not have files of the user attached: only what the user wrote names files. */
function withoutMentions(text: string, written: string): string {
	const wanted = new Set(findMentions(written));
	const unwanted = (inside: string) => findMentions(inside).filter((file) => !wanted.has(file));
	const left = unwanted(text).reduce(
		(kept, file) => kept.replaceAll(`@${file}`, file).replaceAll(`@"${file}"`, file),
		text,
	);
	// Code in between can hide where a path is.
	return unwanted(left).length === 0 ? left : left.replaceAll("@", "@ ");
}

/** `key=value` words, with quotes; others are passed over. */
export function promptArguments(text: string): Record<string, string> {
	return Object.fromEntries(
		parseCommandArguments(text).flatMap((word) => {
			const index = word.indexOf("=");
			return index > 0 ? [[word.slice(0, index), word.slice(index + 1)]] : [];
		}),
	);
}

function formatMessage({ content }: PromptMessage): string[] {
	if (content.type === "text" && typeof content.text === "string") return [content.text];
	const { uri, text } = content.type === "resource" && isRecord(content.resource) ? content.resource : {};
	if (typeof text === "string") return [`[Resource: ${uri}]\n${text}`];
	if (content.type === "resource_link") return [`[Resource: ${String(content.uri)}]`];
	return [];
}
