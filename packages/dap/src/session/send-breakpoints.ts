import { basename } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { RequestOptions } from "../protocol/connection.ts";
import { DapError } from "../protocol/dap-error.ts";
import { readList, readText } from "../protocol/read-body.ts";
import type { BreakpointSet, BreakpointStatus } from "./breakpoints.ts";
import { readStatus, type SessionNode } from "./session-node.ts";

/** A list of breakpoints that an adapter takes as a whole: those of a file, by its path, or all of a kind. */
export type BreakpointList = "function" | "instruction" | "data" | (string & {});

interface ListRequest {
	readonly command: string;
	readonly arguments: object;
	/** What the adapter must be able to do, and how that is called. */
	readonly needs?: readonly [capability: string, name: string];
	readonly count: number;
}

/** Tells a session all breakpoints of a list. A list it does not know stays unverified with the reason. */
export async function sendBreakpoints(
	node: SessionNode,
	list: BreakpointList,
	breakpoints: BreakpointSet,
	options: RequestOptions,
): Promise<void> {
	const request = listRequest(list, breakpoints);
	const unset = (message: string): BreakpointStatus[] =>
		Array.from({ length: request.count }, () => ({ verified: false, message }));
	if (request.needs && !node.supports(request.needs[0])) {
		if (request.count > 0) node.statuses.set(list, unset(unsupportedText(request.needs[1])));
		return;
	}
	try {
		const body = await node.request(request.command, request.arguments, options);
		node.statuses.set(list, readList(body.breakpoints, request.count, readStatus));
	} catch (error) {
		if (error instanceof DapError && error.kind === "refused") node.statuses.set(list, unset(errorMessage(error)));
		else throw error;
	}
}

/** Throws when no session of these can have breakpoints of the list. */
export function requireBreakpoints(nodes: readonly SessionNode[], list: BreakpointList, set: BreakpointSet): void {
	const { needs } = listRequest(list, set);
	if (needs && !nodes.some((node) => node.supports(needs[0]))) {
		throw new DapError("unsupported", unsupportedText(needs[1]));
	}
}

/** Everything that a new session has to know before its program runs. */
export async function configure(
	node: SessionNode,
	breakpoints: BreakpointSet,
	options: RequestOptions & { readonly entryFunction?: string | undefined },
): Promise<void> {
	const { entryFunction } = options;
	for (const path of breakpoints.sources.keys()) await sendBreakpoints(node, path, breakpoints, options);
	if (entryFunction !== undefined && node.supports("supportsFunctionBreakpoints")) {
		const all = [...breakpoints.functions, { name: entryFunction }];
		await node.request("setFunctionBreakpoints", { breakpoints: all }, options);
	} else if (breakpoints.functions.length > 0) await sendBreakpoints(node, "function", breakpoints, options);
	const filters = readList(node.capabilities.exceptionBreakpointFilters, 50, (one) =>
		one.default === true ? readText(one.filter) : undefined,
	);
	if (Array.isArray(node.capabilities.exceptionBreakpointFilters)) {
		await ignoreRefusal(node.request("setExceptionBreakpoints", { filters }, options));
	}
	if (node.supports("supportsConfigurationDoneRequest")) await node.request("configurationDone", {}, options);
}

/** Without them, exceptions are only reported when the program ends. */
async function ignoreRefusal(answer: Promise<unknown>): Promise<void> {
	try {
		await answer;
	} catch (error) {
		if (!(error instanceof DapError) || error.kind !== "refused") throw error;
	}
}

function unsupportedText(what: string): string {
	return `Current adapter does not support ${what}`;
}

function listRequest(list: BreakpointList, set: BreakpointSet): ListRequest {
	switch (list) {
		case "function":
			return {
				command: "setFunctionBreakpoints",
				arguments: { breakpoints: set.functions },
				needs: ["supportsFunctionBreakpoints", "function breakpoints"],
				count: set.functions.length,
			};
		case "instruction":
			return {
				command: "setInstructionBreakpoints",
				arguments: { breakpoints: set.instructions },
				needs: ["supportsInstructionBreakpoints", "instruction breakpoints"],
				count: set.instructions.length,
			};
		case "data":
			return {
				command: "setDataBreakpoints",
				arguments: { breakpoints: set.data },
				needs: ["supportsDataBreakpoints", "data breakpoints"],
				count: set.data.length,
			};
		default: {
			const breakpoints = set.sources.get(list) ?? [];
			return {
				command: "setBreakpoints",
				arguments: {
					source: { name: basename(list), path: list },
					breakpoints,
					lines: breakpoints.map(({ line }) => line),
					sourceModified: false,
				},
				count: breakpoints.length,
			};
		}
	}
}
