import { mkdir, readFile, writeFile } from "node:fs/promises";
import { arch, cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import { SlowPatternError } from "@oh-my-pi/pi-secrets/patterns/secret-pattern";
import { resolveDirectories } from "../../process/directories.ts";
import { recentLogs } from "../../process/log/log-file.ts";
import { loadRedactor } from "../../process/secrets/load-secrets.ts";
import { version } from "../../process/version.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { sessionFacts } from "../sessions/session.ts";

export interface DebugReport {
	readonly label: string;
	readonly description: string;
	/** What it leaves is a folder to look into. */
	readonly opens?: true;
	make(): Promise<{ text: string; path?: string }>;
}

const mebibyte = 1024 * 1024;

/** What can be found out about a running omp. */
export function debugReports(session: OpenedConversation): DebugReport[] {
	const folder = join(session.host.env.TMPDIR || "/tmp", `omp-debug-${session.log.id}`);
	return [
		{
			label: "Artifact folder",
			description: "Saved output of this session",
			opens: true,
			async make() {
				const path = session.log.artifactsDirectory;
				if (path === undefined) return { text: "An in-memory session has no artifacts." };
				return { text: `Artifacts: ${path}`, path };
			},
		},
		{
			label: "System info",
			description: "Versions, machine, memory, model",
			make: async () => ({ text: systemInfo(session) }),
		},
		{
			label: "Recent logs",
			description: "Ignored failures, crashes and rendering errors",
			make: async () => ({ text: await recentLogText(session) }),
		},
		{
			label: "CPU profile",
			description: "Profile omp for three seconds",
			make: () => profile(folder),
		},
		{
			label: "Heap snapshot",
			description: "Memory use; opens in browser developer tools",
			make: async () => {
				const { generateHeapSnapshot } = await import("bun");
				const path = await save(folder, "heap.heapsnapshot", generateHeapSnapshot("v8"));
				return { text: `Heap snapshot: ${path}`, path };
			},
		},
		{
			label: "Report bundle",
			description: "A folder with system info, logs and this session, to attach to a bug report",
			opens: true,
			make: () => bundle(folder, session),
		},
	];
}

function systemInfo(session: OpenedConversation): string {
	const { model } = session.conversation;
	const { rss, heapUsed } = process.memoryUsage();
	const rows = [
		["omp", version],
		["Bun", Bun.version],
		["System", `${process.platform} ${release()} ${arch()}`],
		["Machine", `${cpus().length} cores, ${Math.round(totalmem() / mebibyte / 1024)} GB`],
		["Memory", `${Math.round(rss / mebibyte)} MB, ${Math.round(heapUsed / mebibyte)} MB of it JavaScript`],
		["Running for", `${Math.round(process.uptime())} s`],
		["Terminal", `${session.host.env.TERM_PROGRAM ?? session.host.env.TERM ?? "unknown"}`],
		["Model", model ? selectorOf(model) : "none"],
		["Agent folder", session.agentDir],
		["Working folder", session.folder.path],
	];
	return rows.map(([name, value]) => `${name}: ${value}`).join("\n");
}

const shownLines = 30;

/** The last lines of the newest log, in which secrets are redacted, and the names of the others. */
async function recentLogText({ host }: OpenedConversation): Promise<string> {
	const { logs } = resolveDirectories(host);
	const [newest, ...others] = await recentLogs(logs);
	if (newest === undefined) return `No logs in ${logs}.`;
	const lines = (await readFile(newest, "utf8")).trimEnd().split("\n").slice(-shownLines);
	return [newest, ...lines.map((line) => `  ${line}`), ...others.slice(0, 9)].join("\n");
}

async function profile(folder: string): Promise<{ text: string; path?: string }> {
	const { Session: Inspector } = await import("node:inspector/promises");
	const inspector = new Inspector();
	inspector.connect();
	try {
		await inspector.post("Profiler.enable");
		await inspector.post("Profiler.start");
		await Bun.sleep(3000);
		const { profile: recorded } = await inspector.post("Profiler.stop");
		const path = await save(folder, "omp.cpuprofile", JSON.stringify(recorded));
		return { text: `CPU profile: ${path}`, path };
	} finally {
		inspector.disconnect();
	}
}

async function bundle(folder: string, session: OpenedConversation): Promise<{ text: string; path: string }> {
	const redact = await loadRedactor(session);
	await save(folder, "system.txt", redact(`${systemInfo(session)}\n\n${sessionFacts(session)}\n`));
	await save(folder, "logs.txt", redact(`${await recentLogText(session)}\n`));
	const { file } = session.log;
	const log = file === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
	if (log !== undefined) await save(folder, "session.jsonl", redactLines(log, redact));
	return {
		text: `Report: ${folder}\nCheck it before you send it: it contains this conversation, without the secrets that omp knows of.`,
		path: folder,
	};
}

function redactLines(log: string, redact: (text: string) => string): string {
	return log
		.split("\n")
		.map((line) => {
			try {
				return line && JSON.stringify(mapTexts(JSON.parse(line), redact, true));
			} catch (error) {
				if (error instanceof SlowPatternError) throw error;
				// A damaged line may be what the report is about.
				return redact(line);
			}
		})
		.join("\n");
}

async function save(folder: string, name: string, content: string): Promise<string> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const path = join(folder, name);
	await writeFile(path, content, { mode: 0o600 });
	return path;
}
