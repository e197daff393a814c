import type { ProcessFacts, ProcessSpec } from "../processes/process-spec.ts";
import { hasEnded } from "../processes/process-spec.ts";
import type { LogPart } from "../processes/read-log.ts";

/** `web: ready, pid 4711, 3m12s — npm run dev` */
export function processLine(facts: ProcessFacts, now: number): string {
	return `- ${facts.name}: ${describeState(facts, now)} — ${facts.line.replaceAll("\n", " ")}`;
}

export function describeState(facts: ProcessFacts, now: number): string {
	const { status, pid, startedAt, endedAt, restarts, persist, isForeign } = facts;
	return [
		hasEnded(facts) ? describeEnd(facts) : status === "restarting" ? "waits to be started again" : status,
		...(pid === undefined ? [] : [`pid ${pid}`]),
		duration((endedAt ?? now) - startedAt),
		...(restarts > 0 ? [`restarted ${restarts}×`] : []),
		...(persist ? ["outlives omp"] : []),
		...(isForeign ? ["of another omp"] : []),
	].join(", ");
}

function describeEnd({ status, exitCode }: ProcessFacts): string {
	if (status === "stopped") return "stopped";
	if (exitCode === undefined) return "ended";
	return exitCode === null ? "killed" : `exited with code ${exitCode}`;
}

export function duration(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1000));
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? `${minutes}m${seconds % 60}s` : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}

interface StartReport {
	readonly spec: ProcessSpec;
	readonly lines: readonly string[];
	/** How long was waited. */
	readonly seconds: number;
}

export function startedText(facts: ProcessFacts, { spec, lines, seconds }: StartReport): string {
	const { name, pid } = facts;
	return joined(startSentence(facts, spec, `${name} (pid ${pid ?? "none"})`, seconds), lines);
}

function startSentence(facts: ProcessFacts, { ready }: ProcessSpec, who: string, seconds: number): string {
	if (hasEnded(facts)) return `${facts.name} ${describeEnd(facts)} ${ready ? "before it was ready" : "at once"}.`;
	if (facts.status === "ready") return `Started ${who}; it is ready.`;
	if (facts.status === "restarting") return `${facts.name} has failed and waits to be started again.`;
	if (!ready) return `Started ${who}.`;
	const missing = [
		...(ready.log === undefined ? [] : [`a line that matches ${ready.log}`]),
		...(ready.port === undefined ? [] : [`port ${ready.port}`]),
	];
	return `Started ${who}, but it is not ready after ${seconds} s (${missing.join(" and ")}). It goes on; wait for it, or look at its log.`;
}

export function logText(facts: ProcessFacts, part: LogPart, { now }: { readonly now: number }): string {
	const head = `${facts.name}: ${describeState(facts, now)}. cursor ${part.cursor}${part.hasMore ? "; there are more lines" : ""}`;
	return joined(head, part.lines.length > 0 ? part.lines : ["(nothing)"]);
}

export function endText(
	facts: ProcessFacts,
	{
		lines,
		now,
		waitedSeconds,
	}: { readonly lines: readonly string[]; readonly now: number; readonly waitedSeconds?: number },
): string {
	const waited = waitedSeconds === undefined ? "" : ` Waited ${waitedSeconds} s.`;
	return joined(`${facts.name}: ${describeState(facts, now)}.${waited}`, lines);
}

export function describeText(facts: ProcessFacts, spec: ProcessSpec, now: number): string {
	const { ready } = spec;
	const checks = [
		...(ready?.log === undefined ? [] : [`log ${ready.log}`]),
		...(ready?.port === undefined ? [] : [`port ${ready.host ?? "127.0.0.1"}:${ready.port}`]),
	];
	return [
		`${facts.name}: ${describeState(facts, now)}`,
		`Command: ${spec.line}`,
		`Folder: ${spec.cwd}`,
		// Values may be secrets.
		`Variables: ${Object.keys(spec.env).join(", ") || "none"}`,
		`Terminal: ${spec.pty ? "yes" : "no"}`,
		`Ready: ${checks.join(" and ") || "no check"}`,
		`Restart: ${spec.restart}`,
		`Log: ${facts.logFile}`,
	].join("\n");
}

function joined(sentence: string, lines: readonly string[]): string {
	return [sentence, ...lines].join("\n");
}
