import type { AssistantMessage, ToolCall } from "@oh-my-pi/pi-ai/message";

/** What a call means here: the tool's own name, other arguments if one name stands for several tools, or why it means nothing. */
export type Route =
	| { readonly name: string; readonly arguments?: Record<string, unknown> }
	| { readonly problem: string };

export type RouteCall = (call: Pick<ToolCall, "name" | "arguments">) => Route;

/** Calls by another name become calls by the right one before anybody sees them, so that history and results agree. */
export function routeCalls(message: AssistantMessage, route: RouteCall): void {
	for (const block of message.content) if (block.type === "toolCall") routeCall(block, route);
}

const writtenNames = new WeakMap<ToolCall, string>();
const problems = new WeakMap<ToolCall, string>();

export function routeCall(call: ToolCall, route: RouteCall): void {
	const meant = route(call);
	if ("problem" in meant) {
		problems.set(call, meant.problem);
		return;
	}
	if (meant.arguments) call.arguments = meant.arguments;
	if (meant.name === call.name) return;
	writtenNames.set(call, call.name);
	call.name = meant.name;
}

/** Why a call by this name and with these arguments means nothing. */
export function routeProblem(call: ToolCall): string | undefined {
	return problems.get(call);
}

/** What to tell the model about the name it used; nothing when it was the right one. */
export function renameNotes(call: ToolCall): string[] {
	const written = writtenNames.get(call);
	return written === undefined ? [] : [`The tool \`${written}\` is called \`${call.name}\` here.`];
}
