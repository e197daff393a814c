import { statSync } from "node:fs";
import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { resolveFolder } from "../bash/resolve-folder.ts";
import { isVariableName } from "../bash/run/direnv.ts";
import { hasEnded, isProcessName, type ProcessFacts, type ProcessSpec } from "../processes/process-spec.ts";
import { type LogPart, readLog } from "../processes/read-log.ts";
import type { SupervisedProcess } from "../processes/supervised-process.ts";
import type { ForeignProcess, Project } from "../processes/supervisor.ts";
import { buildCommand } from "./build-command.ts";
import type { LaunchDeps, LaunchParams } from "./launch.ts";
import { describeText, endText, logText, processLine, startedText } from "./report.ts";
import { sendInput } from "./send-input.ts";
import { type Waiting, waitUntil } from "./wait-until.ts";

export interface LaunchDetails {
	readonly op: LaunchParams["op"];
	readonly processes: readonly ProcessFacts[];
	/** Where the next look at the log goes on. */
	readonly cursor?: number;
}

type Output = ToolOutput<LaunchDetails>;

/** A call and what it works on. */
interface Work {
	readonly params: LaunchParams;
	readonly call: ToolCallContext<LaunchDetails>;
	readonly deps: LaunchDeps;
	readonly project: Project;
}

export async function executeLaunch(
	params: LaunchParams,
	call: ToolCallContext<LaunchDetails>,
	deps: LaunchDeps,
): Promise<Output> {
	const project = (await deps.processes.load()).project(deps.workspace.cwd());
	const work = { params, call, deps, project };
	switch (params.op) {
		case "start":
			return start(work);
		case "ps":
			return list(work);
		case "logs":
			return logs(work);
		case "send":
			return send(work);
		case "wait":
			return wait(work);
		case "stop":
			return stop(work);
		case "restart":
			return restart(work);
		case "describe":
			return describe(work);
	}
}

async function start(work: Work): Promise<Output> {
	const { params, deps, project } = work;
	const process = project.start(buildSpec(params, deps), deps.ownerId, boxOf(deps));
	return untilStarted(process, work);
}

function boxOf({ box }: LaunchDeps): (() => InBox | undefined) | undefined {
	return box && (() => box.enter());
}

function buildSpec(params: LaunchParams, deps: LaunchDeps): ProcessSpec {
	const name = params.name ?? "";
	if (!isProcessName(name)) {
		throw new ToolError(
			"name must be 1 to 48 letters, digits, dots, dashes or underscores, beginning with a letter or digit",
		);
	}
	const cwd = resolveFolder(params.cwd, deps.workspace);
	if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new ToolError(`No such folder: ${cwd}`);
	const { port } = params.ready ?? {};
	if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
		throw new ToolError("ready.port must be a number from 1 to 65535");
	}
	for (const variable of Object.keys(params.env ?? {})) {
		if (!isVariableName(variable)) throw new ToolError(`Not a name of a variable: ${variable}`);
	}
	const persist = params.persist ?? false;
	return {
		name,
		...buildCommand(params, deps),
		cwd,
		env: params.env ?? {},
		pty: !persist && (params.pty ?? true),
		...(params.ready && (params.ready.log !== undefined || params.ready.port !== undefined) && { ready: params.ready }),
		restart: params.restart ?? "no",
		persist,
	};
}

const earlyEndMs = 300;

/** Waits until it is ready; without a check only long enough to see a program that fails at once. */
async function untilStarted(process: SupervisedProcess, work: Work): Promise<Output> {
	const { ready } = process.spec;
	const seconds = ready ? (ready.timeout ?? 30) : (work.deps.earlyEndMs ?? earlyEndMs) / 1000;
	const isSettled = () => hasEnded(process.facts) || process.facts.status === "ready";
	const ended = await waitUntil(isSettled, process, { ...waiting(work, seconds), interruption: undefined });
	if (hasEnded(process.facts)) work.project.expectEnd(process.spec.name);
	const { facts } = process;
	const { lines } = await readPart(process, work, { lines: 20 });
	const isError = hasEnded(facts) ? facts.exitCode !== 0 : ready !== undefined && ended !== "met";
	const text = startedText(facts, { spec: process.spec, lines, seconds });
	return {
		content: [text, ...(work.deps.box?.portNotes() ?? [])].join("\n"),
		details: { op: work.params.op, processes: [facts] },
		...(isError && { isError }),
	};
}

function list({ project, deps, params }: Work): Output {
	const processes = project.list();
	const content =
		processes.length === 0
			? "No processes."
			: processes.map((facts) => processLine(facts, deps.workspace.now())).join("\n");
	return { content, details: { op: params.op, processes } };
}

async function logs(work: Work): Promise<Output> {
	const { params } = work;
	const found = find(work);
	const query = buildQuery(params);
	let part = await readPart(found, work, query);
	if (params.follow && (params.cursor === undefined || part.lines.length === 0) && !hasEnded(found.facts)) {
		const cursor = params.cursor ?? part.cursor;
		const isNew = async () => {
			part = await readPart(found, work, { ...query, cursor });
			return part.lines.length > 0 || hasEnded(current(work, found).facts);
		};
		await waitUntil(isNew, found, waiting(work, params.timeout ?? 30));
	}
	const { facts } = current(work, found);
	return {
		content: logText(facts, part, { now: work.deps.workspace.now() }),
		details: { op: params.op, processes: [facts], cursor: part.cursor },
	};
}

async function send(work: Work): Promise<Output> {
	const { params } = work;
	const found = find(work);
	const before = (await readPart(found, work, { lines: 1 })).cursor;
	await sendInput(params, found, work.project);
	// What it answers comes in a moment, if at all.
	let part: LogPart | undefined;
	const hasAnswered = async () => {
		part = await readPart(found, work, { ...buildQuery(params), cursor: before });
		return hasEnded(current(work, found).facts);
	};
	await waitUntil(hasAnswered, found, { ...waiting(work, 1), interruption: undefined, quietMs: 150 });
	const { facts } = current(work, found);
	const shown = part ?? { lines: [], cursor: before, hasMore: false };
	return {
		content: logText(facts, shown, { now: work.deps.workspace.now() }),
		details: { op: params.op, processes: [facts], cursor: shown.cursor },
	};
}

/** Until it is ready if it is not yet, else until it ends. */
async function wait(work: Work): Promise<Output> {
	const { params } = work;
	const found = find(work);
	const awaitsReady = found.facts.status === "starting";
	const isOver = () => {
		const { facts } = current(work, found);
		return hasEnded(facts) || (awaitsReady && facts.status === "ready");
	};
	const seconds = params.timeout ?? params.ready?.timeout ?? 30;
	const ended = await waitUntil(isOver, found, waiting(work, seconds));
	const { facts } = current(work, found);
	if (hasEnded(facts)) work.project.expectEnd(facts.name);
	const { lines } = await readPart(found, work, { lines: 20 });
	const useless = ended !== "met" && !hasEnded(facts);
	return {
		content: endText(facts, { lines, now: work.deps.workspace.now(), ...(useless && { waitedSeconds: seconds }) }),
		details: { op: params.op, processes: [facts] },
		...(useless && { useless }),
	};
}

async function stop(work: Work): Promise<Output> {
	const found = find(work);
	const { name } = found.facts;
	if (hasEnded(found.facts)) return answer(work, `${name} has already ended.`, found.facts);
	work.project.expectEnd(name);
	if (isOwn(found)) await found.stop();
	else await work.project.stopForeign(found);
	const { facts } = current(work, found);
	return answer(work, `Stopped ${name}.`, facts);
}

async function restart(work: Work): Promise<Output> {
	const { project, deps } = work;
	const found = find(work);
	if (isOwn(found) && !hasEnded(found.facts)) {
		await found.restart();
		return untilStarted(found, work);
	}
	const spec = isOwn(found) ? found.spec : found.record.spec;
	if (!isOwn(found)) await project.stopForeign(found);
	return untilStarted(project.start(spec, deps.ownerId, boxOf(deps)), work);
}

function describe(work: Work): Output {
	const found = find(work);
	const spec = isOwn(found) ? found.spec : found.record.spec;
	return answer(work, describeText(found.facts, spec, work.deps.workspace.now()), found.facts);
}

function answer({ params }: Work, content: string, facts: ProcessFacts): Output {
	return { content, details: { op: params.op, processes: [facts] } };
}

function find({ params, project }: Work): SupervisedProcess | ForeignProcess {
	const name = params.name ?? "";
	if (name === "") throw new ToolError(`name is required for ${params.op}`);
	const found = isProcessName(name) ? (project.supervised(name) ?? project.foreign(name)) : undefined;
	if (found) return found;
	const names = project.list().map((facts) => facts.name);
	throw new ToolError(
		`No process is named ${name}. ${names.length > 0 ? `There are: ${names.join(", ")}` : "There are none."}`,
	);
}

/** The same process as it is now: what is known of another omp's is read anew. */
function current({ project }: Work, found: SupervisedProcess | ForeignProcess): SupervisedProcess | ForeignProcess {
	return isOwn(found) ? found : (project.foreign(found.facts.name) ?? found);
}

function isOwn(found: SupervisedProcess | ForeignProcess): found is SupervisedProcess {
	return "spec" in found;
}

function buildQuery({ lines, head, grep, cursor }: LaunchParams) {
	return {
		lines: Math.min(Math.max(1, Math.floor(lines ?? 100)), 1000),
		...(head && { head }),
		...(grep !== undefined && grep !== "" && { grep }),
		...(cursor !== undefined && { cursor }),
	};
}

function readPart(
	found: SupervisedProcess | ForeignProcess,
	{ deps, call }: Work,
	query: Parameters<typeof readLog>[1],
): Promise<LogPart> {
	return readLog(found.source, query, { ripgrep: deps.ripgrep, signal: call.signal });
}

function waiting({ deps, call }: Work, seconds: number): Waiting {
	return {
		timeoutMs: Math.min(Math.max(0, seconds), 3600) * 1000,
		signal: call.signal,
		interruption: deps.interruption,
	};
}
