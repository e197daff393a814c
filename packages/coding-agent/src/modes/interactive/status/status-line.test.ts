import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { viewPictures } from "@oh-my-pi/pi-testkit/terminal/view-pictures";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { statusPresets } from "./presets.data.ts";
import { builtInSegments } from "./segments.ts";
import { type StatusLineStyle, statusLine } from "./status-line.ts";
import { busyFacts, freshFacts } from "./testing/status-facts.ts";

const style: StatusLineStyle = {
	segments: builtInSegments(),
	theme: plainTheme,
	layout: statusPresets.default,
	separator: "powerline-thin",
	isTransparent: false,
	segmentOptions: {},
	gap: (text) => text,
};

const shown = (width: number, changes: Partial<StatusLineStyle> = {}, facts = busyFacts) =>
	statusLine(facts, { ...style, ...changes }, width);
const withShortGap = (line: string) => line.replace(/─+/, "─");

verifies("tui:status:presets", () => {
	const lines = Object.entries(statusPresets).map(([name, layout]) => [name, withShortGap(shown(250, { layout }))]);
	expect(Object.fromEntries(lines)).toEqual({
		default:
			" π > ⬢ Sonnet · high > 🗺 Plan > ask commands > 📁 big/demo > ⑂ main ↑4 ↓5 +2 *1 ?3 > #123 > ◫ 6.9%/200K > $0.03 ─ 👥 2 agents < ⚙ 2 < Fix greeting ",
		minimal: " 📁 big/demo > ⑂ main ↑4 ↓5 +2 *1 ?3 ─ 🗺 Plan < ask commands < ◫ 6.9%/200K ",
		compact: " ⬢ Sonnet · high > ⑂ main ↑4 ↓5 +2 *1 ?3 > 🗺 Plan > ask commands ─ $0.03 < ◫ 6.9%/200K ",
		full: " π > @ lovelace > ⬢ Sonnet · high > 🗺 Plan > ask commands > 📁 big/demo > ⑂ main ↑4 ↓5 +2 *1 ?3 > #123 ─ 👥 2 agents < ⤵ 1.2K < ⤴ 56 < ⚡ 204.5 tok/s < $0.03 < ◫ 6.9%/200K < ⏱ 3m 05s < 15:04 < Fix greeting ",
		nerd: " π > @ lovelace > ⬢ Sonnet · high > 🗺 Plan > ask commands > 📁 big/demo > ⑂ main ↑4 ↓5 +2 *1 ?3 > #123 > § 456789ab ─ ⤵ 1.2K < ⤴ 56 < ⛁ 90K < ⛁ 10K < ⚡ 204.5 tok/s < $0.03 < ◫ 6.9%/200K < ◫ 200K < 15:04 ",
		ascii:
			" ⬢ Sonnet · high > 🗺 Plan > ask commands > 📁 big/demo > ⑂ main ↑4 ↓5 +2 *1 ?3 ─ 🪙 101K < $0.03 < ◫ 6.9%/200K ",
	});
	const layout = { left: ["cost"], right: ["pi", "nonsense", "model"] };
	expect(shown(40, { layout })).toBe(" $0.03 ──────────── π < ⬢ Sonnet · high ");
});

verifies("tui:status:narrow", () => {
	const layout = { left: statusPresets.nerd.left, right: [...statusPresets.nerd.right, "session_name"] };
	const steps: string[] = [];
	for (let width = 240; width >= 0; width--) {
		const line = shown(width, { layout });
		expect(visibleWidth(line)).toBeLessThanOrEqual(width);
		const parts = line
			.split(/ [><] | ─+ |^─+ | {2}/)
			.map((part) => part.trim())
			.filter(Boolean);
		if (parts.join() !== steps.at(-1)) steps.push(parts.join());
	}
	const gone = steps.slice(1).map((step, index) => {
		const after = step.split(",");
		return (steps[index] ?? "")
			.split(",")
			.filter((part) => !after.includes(part))
			.join(" ");
	});
	expect(gone).toEqual([
		"⛁ 90K ⛁ 10K",
		"⤵ 1.2K ⤴ 56 ⚡ 204.5 tok/s",
		"15:04",
		"@ lovelace",
		"§ 456789ab",
		"◫ 200K",
		"$0.03",
		"Fix greeting",
		"#123",
		"π",
		"ask commands",
		"⑂ main ↑4 ↓5 +2 *1 ?3",
		"⑂ main",
		"📁 big/demo",
		"📁 …/demo",
		"ask",
		"⬢ Sonnet · high",
		"🗺 Plan",
		"◫ 6.9%/200K",
	]);
});

verifies("tui:status:context-colors", () => {
	const named = { ...plainTheme, error: (text: string) => `E(${text})`, warning: (text: string) => `W(${text})` };
	const layout = { left: ["context_pct"], right: [] };
	const at = (contextTokens: number) => shown(40, { layout, theme: named }, { ...busyFacts, contextTokens });
	expect([at(139_800), at(140_000), at(179_800), at(180_000)]).toEqual([
		" ◫ 69.9%/200K ",
		" W(◫ 70.0%/200K) ",
		" W(◫ 89.9%/200K) ",
		" E(◫ 90.0%/200K) ",
	]);
});

test("separators are as the settings say, mirrored on the right, and a transparent line has no caps", () => {
	const layout = { left: ["pi", "cost"], right: ["pi", "cost"] };
	const names = ["powerline", "powerline-thin", "slash", "pipe", "block", "none", "ascii"];
	expect(names.map((separator) => withShortGap(shown(60, { layout, separator })))).toEqual([
		" π > $0.03 ─ π < $0.03 ",
		" π > $0.03 ─ π < $0.03 ",
		" π / $0.03 ─ π / $0.03 ",
		" π │ $0.03 ─ π │ $0.03 ",
		" π ┃ $0.03 ─ π ┃ $0.03 ",
		" π  $0.03 ─ π  $0.03 ",
		" π > $0.03 ─ π < $0.03 ",
	]);
	expect(withShortGap(shown(60, { layout, isTransparent: true }))).toBe(" π > $0.03 ─ π < $0.03 ");
});

test("pictures of a busy and a fresh status line", async () => {
	for (const facts of [busyFacts, freshFacts]) {
		const pictures = await viewPictures((theme) => ({
			render: (width) => [statusLine(facts, { ...style, theme, gap: theme.border }, width)],
		}));
		expect(pictures).toMatchSnapshot();
	}
});
