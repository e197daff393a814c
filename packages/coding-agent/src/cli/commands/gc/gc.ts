import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { undoSettings } from "../../../features/undo/settings.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { UsageError } from "../../../process/usage-error.ts";
import { loadSettings } from "../../../settings/load/load-settings.ts";
import { garbageSettings } from "../../../settings/sections/agent/internal.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { type ParsedArgs, parseArgs } from "../../../startup/parse-args.ts";
import { archiveSession, coldSessions } from "./cold-sessions.ts";
import { unusedBlobs } from "./unused-blobs.ts";
import { checkpoint, writeAheadLogs } from "./write-ahead-logs.ts";

export const flags = [
	{ name: "apply", kind: "boolean", help: "Apply the changes; the default is a dry run" },
	{ name: "blobs", kind: "boolean", help: "Only blobs that no session refers to" },
	{ name: "archive", kind: "boolean", help: "Only old sessions" },
	{ name: "wal", kind: "boolean", help: "Only write-ahead logs of databases" },
	{ name: "undo", kind: "boolean", help: "Only records of undo beyond undo.maxStoreMegabytes" },
	{ name: "cold-archive-after-days", kind: "string", value: "n", help: "Age of sessions to archive" },
	{ name: "retain-newest-global", kind: "string", value: "n", help: "Newest sessions to keep" },
	{ name: "retain-newest-per-cwd", kind: "string", value: "n", help: "Newest sessions to keep per folder" },
	{ name: "agent-dir", kind: "string", value: "dir", help: "The agent folder to clean up" },
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp gc [--apply] [--blobs] [--archive] [--wal] [--undo] [--json]

  Removes files that no session refers to any more, puts old sessions into <agent>/archive, where --resume <path> still
  opens them, writes the logs of databases back, and removes the oldest records of undo beyond
  undo.maxStoreMegabytes. Sessions in use are never touched. Says only what it would do
  unless --apply is given.
`;

/** Cleans up the agent folder. */
export const gc: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const requestedFolder = args.flags.get("agent-dir");
	const agentDir =
		typeof requestedFolder === "string" ? resolve(host.cwd, requestedFolder) : resolveDirectories(host).agent;
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const report = await tidy(agentDir, host, args, settings);
	if (args.flags.has("json")) {
		await io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
		return 0;
	}
	const done = report.applied
		? ["Removed", "Archived", "Wrote back", "Removed"]
		: ["Would remove", "Would archive", "Would write back", "Would remove at least"];
	const lines = [
		report.blobs && `${done[0]} ${report.blobs.files.length} unreferenced files, ${megabytes(report.blobs.bytes)}`,
		report.archive && `${done[1]} ${report.archive.sessions.length} sessions, ${megabytes(report.archive.bytes)}`,
		report.wal && `${done[2]} ${report.wal.databases.length} database logs, ${megabytes(report.wal.bytes)}`,
		report.undo && `${done[3]} ${megabytes(report.undo.bytes)} of undo records`,
		!report.applied && "Dry run: nothing was changed. Add --apply to do it.",
	];
	await io.stdout.write(`${lines.filter(Boolean).join("\n")}\n`);
	return 0;
};

async function tidy(agentDir: string, host: Host, args: ParsedArgs, settings: Settings) {
	const applied = args.flags.has("apply");
	const environment = fileEnvironment(host, agentDir);
	const isNamed = (["blobs", "archive", "wal", "undo"] as const).some((name) => args.flags.has(name));
	const wants = (name: "blobs" | "archive" | "wal") =>
		isNamed ? args.flags.has(name) : settings.get(garbageSettings[name]);
	// Archive first: archived sessions still reference their blobs.
	const archive = wants("archive") ? await archiveCold() : undefined;
	const blobs = wants("blobs") ? await sweepBlobs() : undefined;
	const wal = wants("wal") ? await checkpointAll() : undefined;
	const undo = !isNamed || args.flags.has("undo") ? await limitUndo() : undefined;
	return { applied, ...(blobs && { blobs }), ...(archive && { archive }), ...(wal && { wal }), ...(undo && { undo }) };

	async function archiveCold() {
		const cold = coldSessions(environment, {
			coldAfterDays: count(args, "cold-archive-after-days") ?? settings.get(garbageSettings.coldArchiveAfterDays),
			retainNewestGlobal: count(args, "retain-newest-global") ?? settings.get(garbageSettings.retainNewestGlobal),
			retainNewestPerCwd: count(args, "retain-newest-per-cwd") ?? settings.get(garbageSettings.retainNewestPerCwd),
		});
		const sessions: string[] = [];
		let bytes = 0;
		for (const { path, size } of cold) {
			const target = applied ? await archiveSession(environment, path) : path;
			if (target === undefined) continue;
			sessions.push(target);
			bytes += size;
		}
		return { sessions, bytes };
	}

	async function sweepBlobs() {
		const unused = await unusedBlobs(environment);
		if (applied) for (const { path } of unused) await rm(path, { force: true });
		return { files: unused.map(({ path }) => path), bytes: sum(unused) };
	}

	async function limitUndo() {
		const { collectGarbage } = await import("../../../features/undo/store/collect-garbage.ts");
		const base = join(agentDir, "undo");
		const maxBytes = settings.get(undoSettings.maxStoreMegabytes) * 1024 * 1024;
		const { bytes: before } = await collectGarbage(base, { maxBytes: Number.POSITIVE_INFINITY, now: host.now() });
		if (!applied) return { bytes: Math.max(0, before - maxBytes), sessions: [] };
		const { bytes, removedSessions } = await collectGarbage(base, { maxBytes, now: host.now() });
		return { bytes: Math.max(0, before - bytes), sessions: removedSessions };
	}

	async function checkpointAll() {
		const logs = await writeAheadLogs(agentDir);
		const done = applied ? logs.filter(({ path }) => checkpoint(path)) : logs;
		return { databases: done.map(({ path }) => path), bytes: sum(done) };
	}
}

function count(args: ParsedArgs, name: string): number | undefined {
	const value = args.flags.get(name);
	if (typeof value !== "string") return undefined;
	if (/^\d{1,9}$/.test(value)) return Number(value);
	throw new UsageError(`--${name} must be a whole number; got "${value}"`);
}

function sum(items: ReadonlyArray<{ readonly bytes: number }>): number {
	return items.reduce((total, { bytes }) => total + bytes, 0);
}

function megabytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
