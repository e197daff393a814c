import type { Batch } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Task, TaskState } from "@oh-my-pi/pi-fleet/contract/task";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { money } from "../text/money.ts";
import { resultWords, stateOrder, taskTime } from "../text/task-text.ts";
import type { TaskEvidence } from "./collect-evidence.ts";
import script from "./page/report.js.txt" with { type: "text" };
import style from "./page/style.css.txt" with { type: "text" };

export interface ReportOptions {
	readonly batch: Batch;
	readonly now: number;
	readonly tasks: readonly TaskEvidence[];
}

/** A page of its own: it loads nothing, and what models wrote is never parsed as HTML. Without its script it can be read, too. */
export function reportPage({ batch, now, tasks }: ReportOptions): string {
	const policy = `default-src 'none'; style-src 'sha256-${digest(style)}'; script-src 'sha256-${digest(script)}'; base-uri 'none'; form-action 'none'`;
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(oneLine(batch.name))}: omp fleet</title>
<style>${style}</style>
</head>
<body>
<header class="top">
<p class="brand">omp <span>fleet</span></p>
<h1>${escapeHtml(oneLine(batch.name))}</h1>
<p class="dim">${escapeHtml(batch.id)}, submitted ${time(batch.createdAt)}, report of ${time(now)}</p>
</header>
<main>
${summary(batch, tasks)}
<div class="bar" id="controls" hidden>
<label>Search <input type="search" id="search" autocomplete="off"></label>
<label>State <select id="state"><option value="">all</option>${stateOrder.map((state) => `<option>${state}</option>`).join("")}</select></label>
<label>Sort by <select id="sort"><option value="index">order</option><option value="state">state</option><option value="name">name</option><option value="cost">cost</option><option value="time">time</option></select></label>
<button type="button" id="all" aria-pressed="false">Open all</button>
<p id="count" role="status"></p>
</div>
<h2 class="hidden">Tasks</h2>
<ol class="tasks" id="tasks">
${tasks.map((evidence) => taskItem(evidence, now)).join("\n")}
</ol>
</main>
<script>${script}</script>
</body>
</html>
`;
}

function summary(batch: Batch, tasks: readonly TaskEvidence[]): string {
	const counts = new Map<TaskState, number>();
	for (const { task } of tasks) counts.set(task.state, (counts.get(task.state) ?? 0) + 1);
	const usd = tasks.reduce((sum, { task }) => sum + task.progress.usd, 0);
	const tokens = tasks.reduce((sum, { task }) => sum + task.progress.tokens, 0);
	const cap = batch.limits.usd === undefined ? "" : ` of ${money(batch.limits.usd)}`;
	const shown = stateOrder.filter((state) => counts.has(state));
	const words = shown.map((state) => `${counts.get(state)} ${state}`).join(", ");
	const tiles = [
		["Tasks", tasks.length.toLocaleString("en")],
		...shown.map((state) => [state, (counts.get(state) ?? 0).toLocaleString("en")]),
		["Cost", `${money(usd)}${cap}`],
		["Tokens", tokens.toLocaleString("en")],
	];
	// A picture of what the numbers say; widths are attributes, since the policy has no inline styles.
	const total = Math.max(1, tasks.length);
	let x = 0;
	const parts = [...shown].reverse().map((state) => {
		const width = ((counts.get(state) ?? 0) / total) * 1000;
		const rect = `<rect class="${state}" x="${x.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="12"/>`;
		x += width;
		return rect;
	});
	return `<dl class="tiles">${tiles.map(([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value ?? "")}</dd></div>`).join("")}</dl>
<svg class="progress" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(words === "" ? "no tasks" : words)}">${parts.join("")}</svg>`;
}

function taskItem({ task, diff, check }: TaskEvidence, now: number): string {
	const { name, state, spec, progress, result, id, index } = task;
	const seconds = task.startedAt === undefined ? 0 : Math.round(((task.endedAt ?? now) - task.startedAt) / 1000);
	const facts: ReadonlyArray<readonly [string, string]> = [
		["Task", escapeHtml(id)],
		["Repository", escapeHtml(`${spec.repository}${spec.ref === undefined ? "" : ` @ ${spec.ref}`}`)],
		["Model", escapeHtml(spec.model ?? "")],
		["Turns", String(progress.turns)],
		["Tokens", progress.tokens.toLocaleString("en")],
		["Attempts", String(Math.max(1, task.fence))],
		["Reason", escapeHtml(result?.reason ?? "")],
		["Branch", escapeHtml(result?.branch ?? "")],
		["Commit", escapeHtml(result?.commit ?? "")],
		["Pull request", link(result?.pullRequest)],
	];
	const sections = [
		section("Result", result?.message),
		section("Summary", result?.summary),
		section("Answer", result?.json === undefined ? undefined : JSON.stringify(result.json, null, 2), "code"),
		section(spec.check ? `Check: ${oneLine(spec.check.command, 80)}${checkEnd(task)}` : "Check", check, "code"),
		section("Changes", diff, "code diff"),
		section("Prompt", spec.prompt),
	];
	return `<li data-index="${index}" data-state="${state}" data-cost="${progress.usd}" data-time="${seconds}"><details><summary>
<span class="badge ${state}">${state}</span> <span class="name">${escapeHtml(oneLine(name))}</span>
<span class="note">${escapeHtml(oneLine(result?.reason ? `${result.reason}: ${result.message}` : resultWords(task) || (progress.status ?? ""), 160))}</span>
<span class="num">${taskTime(task, now)}</span> <span class="num">${money(progress.usd)}</span>
</summary>
<dl class="facts">${facts
		.filter(([, value]) => value !== "")
		.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)
		.join("")}</dl>
${sections.join("")}</details></li>`;
}

function checkEnd({ result }: Task): string {
	if (!result?.check) return "";
	const { exitCode, rounds } = result.check;
	return ` (exit code ${exitCode ?? "none"}, ${rounds} ${rounds === 1 ? "round" : "rounds"})`;
}

function section(title: string, text: string | undefined, kind = ""): string {
	if (text === undefined || text.trim() === "") return "";
	// A region that scrolls is reached by keyboard.
	return `<section><h3>${escapeHtml(title)}</h3><pre class="${kind}" tabindex="0" role="region" aria-label="${escapeHtml(title)}">${escapeHtml(text)}</pre></section>`;
}

function link(url: string | undefined): string {
	if (url === undefined) return "";
	return /^https:\/\/[^\s"'<>]+$/.test(url)
		? `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(url)}</a>`
		: escapeHtml(url);
}

function time(ms: number): string {
	const text = new Date(ms).toISOString();
	return `<time datetime="${text}">${text.slice(0, 16).replace("T", " ")} UTC</time>`;
}

function digest(text: string): string {
	return new Bun.CryptoHasher("sha256").update(text).digest("base64");
}

const entities: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

function escapeHtml(text: string): string {
	return visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
