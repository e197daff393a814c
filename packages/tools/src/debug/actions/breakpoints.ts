import { resolve } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BreakpointList } from "@oh-my-pi/pi-dap/session/send-breakpoints";
import type { SessionRequests } from "@oh-my-pi/pi-dap/session/session-requests";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { type DebugCall, requestsOf, required, shownPath } from "../contract/call.ts";
import type { ActionResult, DebugDetails, ShownBreakpoint } from "../contract/details.ts";
import { limitRows } from "../report/format.ts";

export async function setBreakpoint(call: DebugCall): Promise<ActionResult> {
	const { params, debugger: target } = call;
	const condition = params.condition === undefined ? {} : { condition: params.condition };
	const place = parsePlace(call);
	if ("name" in place) {
		target.active?.requireBreakpoints("function");
		target.breakpoints.setFunction({ ...place, ...condition });
		return sendAndReport(call, "function");
	}
	target.breakpoints.setSource(place.path, { line: place.line, ...condition });
	return sendAndReport(call, place.path);
}

export async function removeBreakpoint(call: DebugCall): Promise<ActionResult> {
	const { breakpoints } = call.debugger;
	const place = parsePlace(call);
	const wasThere =
		"name" in place ? breakpoints.removeFunction(place.name) : breakpoints.removeSource(place.path, place.line);
	return sendAndReport(call, "name" in place ? "function" : place.path, wasThere);
}

export async function setInstructionBreakpoint(call: DebugCall): Promise<ActionResult> {
	const { params } = call;
	const instructionReference = String(required(call, "instruction_reference"));
	call.debugger.requireActive().requireBreakpoints("instruction");
	call.debugger.breakpoints.setInstruction({
		instructionReference,
		...(params.offset !== undefined && { offset: params.offset }),
		...conditions(call),
	});
	return sendAndReport(call, "instruction");
}

export async function removeInstructionBreakpoint(call: DebugCall): Promise<ActionResult> {
	const { offset } = call.params;
	const instructionReference = String(required(call, "instruction_reference"));
	call.debugger.requireActive();
	const place = { instructionReference, ...(offset !== undefined && { offset }) };
	return sendAndReport(call, "instruction", call.debugger.breakpoints.removeInstruction(place));
}

export async function dataBreakpointInfo(call: DebugCall): Promise<ActionResult> {
	const { params } = call;
	const name = String(required(call, "name"));
	const requests = requestsOf(call);
	const variablesReference =
		params.variable_ref ?? params.scope_id ?? (await findScope(requests, requests.frameId(params.frame_id), name));
	const frameId = variablesReference === undefined ? requests.frameId(params.frame_id) : params.frame_id;
	const info = await requests.dataBreakpointInfo({ name, variablesReference, frameId });
	const access = info.accessTypes.length > 0 ? ` (access: ${info.accessTypes.join(", ")})` : "";
	return {
		lines: [
			info.dataId === undefined
				? `No data breakpoint is possible on ${name}: ${info.description}`
				: `data_id ${info.dataId}: ${info.description}${access}`,
		],
		details: { dataBreakpointInfo: info },
	};
}

/** Without the scope of a variable, some adapters take its name for an expression. */
async function findScope(requests: SessionRequests, frameId: number, name: string): Promise<number | undefined> {
	for (const { variablesReference, isExpensive } of await requests.scopes(frameId)) {
		if (isExpensive || variablesReference === 0) continue;
		const variables = await requests.variables(variablesReference);
		if (variables.some((one) => one.name === name)) return variablesReference;
	}
	return undefined;
}

export async function setDataBreakpoint(call: DebugCall): Promise<ActionResult> {
	const dataId = String(required(call, "data_id"));
	const { access_type: accessType } = call.params;
	call.debugger.requireActive().requireBreakpoints("data");
	call.debugger.breakpoints.setData({ dataId, ...(accessType && { accessType }), ...conditions(call) });
	return sendAndReport(call, "data");
}

export async function removeDataBreakpoint(call: DebugCall): Promise<ActionResult> {
	const dataId = String(required(call, "data_id"));
	call.debugger.requireActive();
	return sendAndReport(call, "data", call.debugger.breakpoints.removeData(dataId));
}

/** Breakpoints that came with a launch: `file:line`, a function, or an object with these. */
export function keepBreakpoints(list: readonly unknown[], call: DebugCall): void {
	for (const item of list) {
		const fields = isRecord(item) ? item : typeof item === "string" ? parseText(item) : undefined;
		if (!fields)
			throw new ToolError('breakpoints must be a list of "file:line", functions, or {file, line, condition}');
		const { file, line, condition, function: name } = fields;
		const place = parsePlace({
			...call,
			params: {
				action: "set_breakpoint",
				...textFields({ file, function: name }),
				...(typeof line === "number" && { line }),
			},
		});
		const more = typeof condition === "string" ? { condition } : {};
		if ("name" in place) call.debugger.breakpoints.setFunction({ ...place, ...more });
		else call.debugger.breakpoints.setSource(place.path, { line: place.line, ...more });
	}
}

/** All breakpoints with what became of them; nothing when there are none. */
export function breakpointRows(call: DebugCall): string[] {
	const {
		breakpoints = [],
		functionBreakpoints = [],
		instructionBreakpoints = [],
		dataBreakpoints = [],
	} = breakpointDetails(call);
	const isActive = call.debugger.active !== undefined;
	const rows = [
		...breakpoints.map((one) => statusRow(`${one.file}:${one.line}`, one, isActive)),
		...functionBreakpoints.map((one) => statusRow(`function ${one.name}`, one, isActive)),
		...instructionBreakpoints.map((one) => statusRow(`instruction ${one.instructionReference}`, one, isActive)),
		...dataBreakpoints.map((one) => statusRow(`data ${one.dataId}`, one, isActive)),
	];
	return rows.length === 0 ? [] : ["Breakpoints:", ...limitRows(rows).map((row) => `  ${row}`)];
}

type BreakpointDetails = Pick<
	DebugDetails,
	"breakpoints" | "functionBreakpoints" | "instructionBreakpoints" | "dataBreakpoints"
>;

export function breakpointDetails({ debugger: target, cwd }: DebugCall): BreakpointDetails {
	const { sources, functions, instructions, data } = target.breakpoints;
	const status = (list: BreakpointList, index: number, condition: string | undefined): ShownBreakpoint => {
		const found = target.last?.findStatus(list, index);
		return {
			verified: target.active !== undefined && found?.verified === true,
			...(found?.message !== undefined && { message: found.message }),
			...(condition !== undefined && { condition }),
		};
	};
	const inFiles = [...sources].flatMap(([path, list]) =>
		list.map(({ line, condition }, index) => ({
			file: shownPath(path, cwd),
			// The adapter may have moved it to a line with code.
			line: target.active?.findStatus(path, index)?.line ?? line,
			...status(path, index, condition),
		})),
	);
	return {
		...(inFiles.length > 0 && { breakpoints: inFiles }),
		...(functions.length > 0 && {
			functionBreakpoints: functions.map((one, index) => ({
				name: one.name,
				...status("function", index, one.condition),
			})),
		}),
		...(instructions.length > 0 && {
			instructionBreakpoints: instructions.map(({ instructionReference, condition }, index) => ({
				instructionReference,
				...status("instruction", index, condition),
			})),
		}),
		...(data.length > 0 && {
			dataBreakpoints: data.map(({ dataId, condition }, index) => ({ dataId, ...status("data", index, condition) })),
		}),
	};
}

async function sendAndReport(call: DebugCall, list: BreakpointList, wasThere = true): Promise<ActionResult> {
	const { debugger: target } = call;
	const session = target.active;
	if (session && wasThere) await session.sendBreakpoints(list, call);
	const rows = breakpointRows(call);
	const kept = session || rows.length === 0 ? [] : ["There is no session: they are kept for the next launch."];
	const none = wasThere ? "No breakpoints are set." : "There is no such breakpoint.";
	return {
		lines: [...(wasThere && rows.length > 0 ? [] : [none]), ...rows, ...kept],
		details: breakpointDetails(call),
		...(!wasThere && { useless: true }),
	};
}

function statusRow(place: string, { verified, message, condition }: ShownBreakpoint, isActive: boolean): string {
	const when = condition === undefined ? "" : ` if ${condition}`;
	if (!isActive) return `${place}${when}`;
	if (verified) return `${place}${when}: verified`;
	return `${place}${when}: not verified${message === undefined ? " yet" : ` (${message})`}`;
}

type Place = { readonly name: string } | { readonly path: string; readonly line: number };

/** A function, or a line of a file; `file: "a.py:5"` is understood. */
function parsePlace({ params, deps, cwd }: Pick<DebugCall, "params" | "deps" | "cwd">): Place {
	if (params.function) return { name: params.function };
	const named = /^(.+):(\d+)$/.exec(params.file ?? "");
	const file = params.line === undefined && named ? named[1] : params.file;
	const line = params.line ?? (named ? Number(named[2]) : undefined);
	if (!file || line === undefined) throw new ToolError(`${params.action} requires file+line or function`);
	if (!Number.isInteger(line) || line < 1) throw new ToolError(`line must be a whole number from 1, got ${line}`);
	const path = resolve(cwd, file.replace(/^~(?=\/)/, deps.workspace.home));
	if (!statOrUndefined(path)?.isFile()) throw new ToolError(`File not found: ${path}`);
	return { path, line };
}

function parseText(item: string): Readonly<Record<string, unknown>> {
	const place = /^(.+):(\d+)$/.exec(item);
	return place ? { file: place[1], line: Number(place[2]) } : { function: item };
}

function textFields(fields: Readonly<Record<string, unknown>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
}

function conditions({ params }: DebugCall) {
	return {
		...(params.condition !== undefined && { condition: params.condition }),
		...(params.hit_condition !== undefined && { hitCondition: params.hit_condition }),
	};
}
