import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { statusSegmentNames } from "../../../settings/migrations/status-segments.data.ts";
import type { StatusFacts } from "./segments/segment.ts";
import { SegmentOptions } from "./segments/segment-options.ts";
import { builtInSegments } from "./segments.ts";
import { loopMode } from "./status.ts";
import { busyFacts, freshFacts } from "./testing/status-facts.ts";

const statusSegments = builtInSegments();

function shown(name: string, facts: StatusFacts, options: Record<string, unknown> = {}, isShort = false) {
	const style = { theme: plainTheme, options: new SegmentOptions({ [name]: options }, name), isShort };
	return statusSegments.get(name)?.render(facts, style);
}

const all = (facts: StatusFacts) =>
	Object.fromEntries([...statusSegments.names()].map((name) => [name, shown(name, facts)]));

verifies("tui:status:segments", () => {
	expect(all({ ...busyFacts, statuses: ["lint ok"] })).toEqual({
		approval: "ask commands",
		pi: "π",
		model: "⬢ Sonnet · high",
		mode: "🗺 Plan",
		path: "📁 big/demo",
		git: "⑂ main ↑4 ↓5 +2 *1 ?3",
		pr: "#123",
		subagents: "👥 2 agents",
		jobs: "⚙ 2",
		token_in: "⤵ 1.2K",
		token_out: "⤴ 56",
		token_total: "🪙 101K",
		token_rate: "⚡ 204.5 tok/s",
		cost: "$0.03",
		context_pct: "◫ 6.9%/200K",
		context_total: "◫ 200K",
		time_spent: "⏱ 3m 05s",
		time: "15:04",
		session: "§ 456789ab",
		session_name: "Fix greeting",
		hostname: "@ lovelace",
		cache_read: "⛁ 90K",
		cache_write: "⛁ 10K",
		cache_hit: "⛁ 89%",
		usage: "quota 42%",
		status: "lint ok",
	});
	const said = Object.entries(all(freshFacts)).filter(([, text]) => text !== undefined);
	expect(Object.fromEntries(said)).toEqual({
		approval: "yolo",
		pi: "π",
		model: "⬢ Sonnet",
		path: "📁 ~",
		time: "15:04",
		session: "§ 456789ab",
	});
});

test("auto thinking shows what it came to", () => {
	const auto = { ...busyFacts, thinkingLevel: "auto", turnLevel: "high" };
	expect(shown("model", auto)?.split(" · ")[1]).toBe("auto high");
});

test("each mode and each thinking level has its sign", () => {
	const modes: Array<StatusFacts["mode"]> = [
		{ symbol: "icon.goal", text: "Goal 48K/500K" },
		loopMode({ round: 2, rounds: 5 }),
		loopMode({ round: 3 }),
		{ symbol: "icon.paused", text: "Paused" },
	];
	expect(modes.map((mode) => shown("mode", { ...busyFacts, mode }))).toEqual([
		"◎ Goal 48K/500K",
		"↻ Loop 2/5",
		"↻ Loop 3",
		"⏸ Paused",
	]);
	const levels = ["off", "auto", "minimal", "low", "medium", "high", "xhigh", "max"];
	expect(levels.map((thinkingLevel) => shown("model", { ...busyFacts, thinkingLevel })?.split(" · ")[1])).toEqual([
		"off",
		"auto",
		"min",
		"low",
		"med",
		"high",
		"xhigh",
		"max",
	]);
	expect(shown("model", { ...busyFacts, modelName: undefined })).toBe("no model");
});

test("a window of unknown size shows what is used of it", () => {
	expect(shown("context_pct", { ...busyFacts, contextWindow: undefined })).toBe("◫ 13.8K/?");
});

test("the options of a segment change what it says, and odd values are passed over", () => {
	expect(shown("model", busyFacts, { showThinkingLevel: false })).toBe("⬢ Sonnet");
	expect(shown("path", busyFacts, { abbreviate: false })).toBe("📁 src/big/demo");
	expect(shown("path", busyFacts, { abbreviate: false, stripWorkPrefix: true })).toBe("📁 big/demo");
	expect(shown("path", busyFacts, { maxLength: 5 })).toBe("📁 big/…");
	expect(shown("path", busyFacts, { maxLength: "x", abbreviate: 1 })).toBe("📁 big/demo");
	expect(shown("git", busyFacts, { showStaged: false, showUnstaged: false, showUntracked: false })).toBe(
		"⑂ main ↑4 ↓5",
	);
	expect(shown("git", { ...freshFacts, git: busyFacts.git }, { showBranch: false })).toBe("↑4 ↓5 +2 *1 ?3");
	expect(shown("time", busyFacts, { format: "12h", showSeconds: true })).toBe("3:04:05 pm");
});

test("folders for experiments have a sign of their own, and a narrow line only the last part", () => {
	expect(shown("path", { ...busyFacts, cwd: "/tmp/try/it" })).toBe("🧪 try/it");
	expect(shown("path", busyFacts, {}, true)).toBe("📁 …/demo");
	expect(shown("git", busyFacts, {}, true)).toBe("⑂ main");
});

test("the cost is shown with its cap when there is one", () => {
	const cost = (costUsd: number, capUsd?: number) =>
		all({ ...busyFacts, used: { ...busyFacts.used, costUsd }, capUsd }).cost;
	expect([cost(0.034), cost(0.034, 2), cost(0, 0.5), cost(0)]).toEqual([
		"$0.03",
		"$0.03/$2.00",
		"$0.00/$0.50",
		undefined,
	]);
});

test("settings know the segments that there are", () => {
	expect([...statusSegmentNames].sort()).toEqual([...builtInSegments().names()].sort());
});
