import { existsSync } from "node:fs";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { tokenRedactor } from "@oh-my-pi/pi-secrets/hider/redact-tokens";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment, type SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { canonicalPath } from "@oh-my-pi/pi-session/storage/file-name";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { estimateText } from "../../../../conversation/context/estimate-tokens.ts";
import { labelOrigin } from "../../../../conversation/provenance/outside-tracker.ts";
import type { AskModel, BackendPlace } from "../../contract/memory-backend.ts";
import { localMemorySettings as keys } from "../../settings/local.ts";
import { dateText } from "../../shown/memory-text.ts";
import type { MemoryFolder } from "../files/memory-folder.ts";
import type { ChangedThread, JobStore } from "../jobs/job-store.ts";
import consolidatePrompt from "../prompts/consolidate.md" with { type: "text" };
import extractPrompt from "../prompts/extract.md" with { type: "text" };
import { parseConsolidation, parseExtraction } from "./parse-answer.ts";
import { readSessionText } from "./session-text.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface StagePorts {
	readonly place: BackendPlace;
	readonly ask: AskModel;
	readonly store: JobStore;
	readonly folder: MemoryFolder;
	readonly owner: string;
	/** The file of the session at hand, which is not over. */
	readonly currentFile: string | undefined;
	readonly findTool: (name: string) => ToolTraits | undefined;
	readonly signal: AbortSignal;
}

/** Extracts from sessions that have changed, then makes the summary anew if anything is new. Another omp never does the same job. */
export async function runStages(ports: StagePorts): Promise<void> {
	const { store, place } = ports;
	const environment = fileEnvironment(place.host, place.agentDir);
	store.forgetMissing((path) => !existsSync(path));
	const threads = findThreads(environment, ports);
	store.noteThreads(threads);
	await extractAll(environment, threads, ports);
	if (!ports.signal.aborted) await consolidate(ports);
}

function findThreads(environment: SessionEnvironment, { place, currentFile }: StagePorts): readonly ChangedThread[] {
	const { settings, host, cwd } = place;
	const now = host.now();
	const oldest = now - settings.get(keys.maxRolloutAgeDays) * dayMs;
	const newest = now - settings.get(keys.minRolloutIdleHours) * hourMs;
	const here = canonicalPath(cwd);
	return (
		new SessionListing(environment)
			.list(cwd)
			// A listing has sessions of folders that are gone, too, which could be another project's.
			.filter((session) => canonicalPath(session.cwd) === here)
			.slice(0, settings.get(keys.threadScanLimit))
			.filter(({ path, modified }) => path !== currentFile && modified >= oldest && modified <= newest)
			.map(({ path, id, modified }) => ({ path, sessionId: id, modified: Math.floor(modified) }))
	);
}

async function extractAll(
	environment: SessionEnvironment,
	threads: readonly ChangedThread[],
	ports: StagePorts,
): Promise<void> {
	const { store, owner, signal, place } = ports;
	const { settings, host } = place;
	const maxTokens = await inputLimit(ports, "default", settings.get(keys.phase1InputTokenLimit));
	const paths = threads.map(({ path }) => path);
	let left = settings.get(keys.maxRolloutsPerStartup);
	const leaseMs = settings.get(keys.stage1LeaseSeconds) * 1000;
	const worker = async () => {
		while (left > 0 && !signal.aborted) {
			// One at a time: what is only waiting could be done by another omp.
			const [thread] = store.claimThreads(paths, { owner, limit: 1, now: host.now(), leaseMs });
			if (!thread) return;
			left--;
			await extractOne(environment, thread, maxTokens, ports);
		}
	};
	const count = Math.max(1, Math.min(settings.get(keys.stage1Concurrency), left));
	await Promise.all(Array.from({ length: count }, worker));
}

async function extractOne(
	environment: SessionEnvironment,
	thread: ChangedThread,
	maxTokens: number,
	{ store, owner, signal, place, ask, findTool }: StagePorts,
): Promise<void> {
	const { settings, host } = place;
	const leaseMs = settings.get(keys.stage1LeaseSeconds) * 1000;
	const lease = keepLease(leaseMs / 3, () => store.renewThread(thread.path, owner, host.now() + leaseMs), signal);
	try {
		const input = await readSessionText(environment, thread.path, { maxTokens, findTool });
		const redact = place.redact ?? tokenRedactor(host.env);
		const answer =
			input &&
			(await ask(
				"default",
				{ systemPrompt: renderPrompt(extractPrompt), text: redact(input.json), maxTokens: 2000 },
				lease.signal,
			));
		const result = answer === undefined ? { rawMemory: "", synopsis: "" } : parseExtraction(answer, redact);
		if (!result) throw new Error("The model's answer is not the JSON that was asked for");
		store.finishThread(thread, owner, { ...result, places: input?.places ?? [] }, host.now());
	} catch (error) {
		logIgnored(`${thread.path} is extracted later`, error);
		// Also when omp ends: scripts that start it again and again would pay for a request each time.
		store.releaseThread(thread.path, owner, host.now() + settings.get(keys.stage1RetryDelaySeconds) * 1000);
	} finally {
		lease.stop();
	}
}

/** Makes MEMORY.md, memory_summary.md and the skills from what was extracted; false when there is nothing to do. */
export async function consolidate(ports: StagePorts): Promise<boolean> {
	const { store, owner, signal, place, ask, folder } = ports;
	const { settings, host } = place;
	const leaseMs = settings.get(keys.phase2LeaseSeconds) * 1000;
	if (!store.claimConsolidation({ owner, now: host.now(), leaseMs })) return false;
	const heartbeatMs = settings.get(keys.phase2HeartbeatSeconds) * 1000;
	const lease = keepLease(heartbeatMs, () => store.renewConsolidation(owner, host.now() + leaseMs), signal);
	try {
		const { text, places, count } = await consolidationInput(ports);
		if (count === 0) {
			return store.finishConsolidation(owner, host.now(), () => {
				if (!folder.exists) return;
				folder.write("MEMORY.md", "");
				folder.write("memory_summary.md", "");
				folder.replaceSkills([], { origin: { kind: "agent" }, at: host.now() });
			});
		}
		const redact = place.redact ?? tokenRedactor(host.env);
		const request = { systemPrompt: renderPrompt(consolidatePrompt), text: redact(text), maxTokens: 8000 };
		const result = parseConsolidation(await ask("smol", request, lease.signal), redact);
		if (!result) throw new Error("The model's answer is not the JSON that was asked for");
		const label = `<!-- ${dateText(host.now())}, from ${count} session${count === 1 ? "" : "s"}${places.length > 0 ? `; outside: ${places.join(", ")}` : ""} -->`;
		return store.finishConsolidation(owner, host.now(), () => {
			// The owner may have deleted the memory meanwhile.
			if (!folder.exists) return;
			folder.write("MEMORY.md", `${label}\n${result.memory}\n`);
			folder.write("memory_summary.md", `${label}\n${result.summary}\n`);
			folder.replaceSkills(result.skills, { origin: labelOrigin(places, "agent"), at: host.now() });
		});
	} catch (error) {
		logIgnored("the memory is consolidated later", error);
		store.releaseConsolidation(owner, host.now() + settings.get(keys.phase2RetryDelaySeconds) * 1000);
		return false;
	} finally {
		lease.stop();
	}
}

async function consolidationInput(ports: StagePorts) {
	const { store, place } = ports;
	const maxTokens = await inputLimit(ports, "smol");
	const all = store.rawMemories(place.settings.get(keys.maxRawMemoriesForGlobal));
	let tokens = 0;
	const fitting = all.filter(({ rawMemory, synopsis }) => {
		tokens += estimateText(rawMemory) + estimateText(synopsis) + 40;
		return tokens <= maxTokens;
	});
	const rows = fitting.map(({ rawMemory, synopsis, places, modified }) => ({
		date: dateText(modified),
		synopsis,
		notes: rawMemory,
		...(places.length > 0 && { outside: places }),
	}));
	// A comment in the file must not end early.
	const places = [...new Set(fitting.flatMap((memory) => memory.places))]
		.sort()
		.map((one) => one.replace(/-->|\s/g, ""));
	return { text: JSON.stringify(rows), places: places.slice(0, 20), count: rows.length };
}

/** A share of the model's window; a model of unknown window gets the fallback. */
async function inputLimit({ place }: StagePorts, role: "smol" | "default", max?: number): Promise<number> {
	const { settings } = place;
	const window = await place.contextWindow?.(role);
	const share = window
		? Math.floor(window * settings.get(keys.rolloutPayloadPercent))
		: settings.get(keys.fallbackTokenLimit);
	return max === undefined ? share : Math.min(max, share);
}

/** Renews a lease while the work goes on; the signal aborts when another omp has taken it. */
function keepLease(
	everyMs: number,
	renew: () => boolean,
	outer: AbortSignal,
): { signal: AbortSignal; stop: () => void } {
	const lost = new AbortController();
	const timer = setInterval(
		() => {
			try {
				if (!renew()) lost.abort(new Error("Another omp has taken the job"));
			} catch (error) {
				logIgnored("the lease is renewed with the next heartbeat", error);
			}
		},
		Math.max(everyMs, 1000),
	);
	timer.unref?.();
	return { signal: AbortSignal.any([outer, lost.signal]), stop: () => clearInterval(timer) };
}
