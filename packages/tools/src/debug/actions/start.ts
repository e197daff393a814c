import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import {
	type AdapterCatalog,
	type AdapterChoice,
	type AvailableAdapter,
	isAvailable,
} from "@oh-my-pi/pi-dap/adapter/adapter-catalog";
import { attachRequest, launchRequest } from "@oh-my-pi/pi-dap/adapter/launch-request";
import { DapError } from "@oh-my-pi/pi-dap/protocol/dap-error";
import type { DebugSession } from "@oh-my-pi/pi-dap/session/debug-session";
import type { StartOptions } from "@oh-my-pi/pi-dap/session/debugger";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { resolveFolder } from "../../bash/resolve-folder.ts";
import { type DebugCall, required, shownPath } from "../contract/call.ts";
import type { ActionResult } from "../contract/details.ts";
import { outputRows } from "../report/format.ts";
import { makeSnapshot, reportWait } from "../report/session-report.ts";
import { breakpointDetails, breakpointRows, keepBreakpoints } from "./breakpoints.ts";
import { findRequestedProgram } from "./program.ts";

/** A program that is to stop at its beginning or at a breakpoint most often does so within this time. */
const firstStopMs = 5000;

export async function launch(call: DebugCall): Promise<ActionResult> {
	const { params, deps, debugger: target } = call;
	const requested = String(required(call, "program"));
	target.requireNone();
	if (params.breakpoints) keepBreakpoints(params.breakpoints, call);
	const cwd = requireFolder(call);
	const { workspace } = deps;
	const { facts, args, module } = findRequestedProgram(requested, params.args ?? [], { cwd, workspace });
	const catalog = await deps.debugging.adapters(call.cwd);
	const adapter = await chooseAdapter(call, catalog, () => catalog.chooseForLaunch(facts));
	const { definition } = adapter;
	const shown = module ?? shownPath(facts.path, call.cwd);
	if (facts.kind === "directory" && !definition.acceptsDirectoryProgram) {
		throw new ToolError(`${shown} is a folder, and ${definition.name} needs a file. Name the program in it.`);
	}
	if (facts.kind === "file" && definition.acceptsBinaries) {
		throw new ToolError(
			`${shown} is no compiled program. Build it with debug information first (cc -g -O0, cargo build) and launch the result.`,
		);
	}
	const program = { path: facts.path, kind: facts.kind, ...(module !== undefined && { module }) };
	const stopsAtEntry = target.breakpoints.isEmpty;
	const request = launchRequest(definition, program, { args, cwd, stopsAtEntry });
	const session = await start(call, { adapter, request: "launch", ...request, target: shown, cwd });
	const heading = `Launched ${[shown, ...args].join(" ")} with ${definition.name} (session ${session.id}).`;
	const entryNote =
		stopsAtEntry && definition.entry ? " No breakpoints are set, so it is to stop at its beginning." : "";
	return reportStart(session, call, [`${heading}${entryNote}`, ...notes(adapter, catalog)]);
}

export async function attach(call: DebugCall): Promise<ActionResult> {
	const { params, deps, debugger: target } = call;
	const { pid, port, host = "127.0.0.1" } = params;
	if (pid === undefined && port === undefined) throw new ToolError("attach requires pid or port");
	target.requireNone();
	const cwd = requireFolder(call);
	const catalog = await deps.debugging.adapters(call.cwd);
	const adapter = await chooseAdapter(call, catalog, () => catalog.chooseForAttach({ port }));
	const place = { host, ...(pid !== undefined && { pid }), ...(port !== undefined && { port }) };
	const shown = port === undefined ? `process ${pid}` : `${host}:${port}`;
	const session = await start(call, {
		adapter,
		request: "attach",
		arguments: attachRequest(adapter.definition, place, cwd),
		target: shown,
		cwd,
		...(port !== undefined && adapter.definition.isServedByProgram && { server: { host, port } }),
	});
	const heading = `Attached to ${shown} with ${adapter.definition.name} (session ${session.id}).`;
	return reportStart(session, call, [heading, ...notes(adapter, catalog)]);
}

async function start(call: DebugCall, options: Omit<StartOptions, "timeoutMs" | "signal">): Promise<DebugSession> {
	const { timeoutMs, signal } = call;
	try {
		return await call.debugger.start({ ...options, timeoutMs, signal });
	} catch (error) {
		if (!(error instanceof DapError) || error.kind !== "timeout") throw error;
		throw new ToolError(`${error.message}. A slow build or start may need a longer timeout (up to 300 seconds).`);
	}
}

async function reportStart(session: DebugSession, call: DebugCall, heading: readonly string[]): Promise<ActionResult> {
	const { signal } = call;
	const waitMs = Math.min(firstStopMs, call.timeoutMs);
	const result = await session.wait({ timeoutMs: waitMs, signal });
	const adapter = session.options.adapter.definition.name;
	const breakpoints = breakpointRows(call);
	if (result === "running") {
		return {
			lines: [
				...heading,
				...breakpoints,
				"It is running. Use continue to wait for a stop, pause to stop it now.",
				...outputRows(session.output.takeNew()),
			],
			details: { adapter, state: "running", snapshot: makeSnapshot(session), ...breakpointDetails(call) },
		};
	}
	const { lines, details, ...rest } = await reportWait(session, result, call);
	return {
		...rest,
		lines: [...heading, ...breakpoints, ...lines],
		details: { adapter, ...details, ...breakpointDetails(call) },
	};
}

async function chooseAdapter(
	{ params }: DebugCall,
	catalog: AdapterCatalog,
	choose: () => Promise<AdapterChoice>,
): Promise<AvailableAdapter> {
	if (params.adapter === undefined) {
		const { adapter, missing } = await choose();
		if (adapter) return adapter;
		throw new ToolError([await noAdapterText(catalog), ...missing.map(missingRow)].join("\n"));
	}
	const named = await catalog.findNamed(params.adapter);
	if (named && isAvailable(named)) return named;
	const names = catalog.definitions.map(({ name }) => name).join(", ");
	const why = named ? missingRow(named) : `Unknown adapter "${params.adapter}"; known: ${names}`;
	throw new ToolError(`${await noAdapterText(catalog)}\n${why}`);
}

async function noAdapterText(catalog: AdapterCatalog): Promise<string> {
	const names = (await catalog.available()).map(({ definition }) => definition.name);
	return `No debugger adapter available. Installed adapters: ${names.join(", ") || "none"}`;
}

function missingRow({ definition, reason }: { definition: { name: string }; reason: string }): string {
	return `${definition.name}: ${reason}`;
}

function notes({ note }: AvailableAdapter, { warnings }: AdapterCatalog): string[] {
	return [...(note === undefined ? [] : [note]), ...warnings];
}

function requireFolder({ params, deps }: DebugCall): string {
	const cwd = resolveFolder(params.cwd, deps.workspace);
	if (!statOrUndefined(cwd)?.isDirectory()) throw new ToolError(`Working directory does not exist: ${cwd}`);
	return cwd;
}
