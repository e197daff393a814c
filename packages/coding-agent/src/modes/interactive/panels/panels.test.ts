import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { viewPictures } from "@oh-my-pi/pi-testkit/terminal/view-pictures";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { TodoPhase } from "@oh-my-pi/pi-tools/services/todo-list";
import { spaced } from "../screen/spaced.ts";
import { ClosedTodos } from "./closed-todos.ts";
import { drawBanner } from "./error-banner.ts";
import { QueuePanel } from "./queue-panel.ts";
import { drawTodos } from "./todos-panel.ts";

const phases: readonly TodoPhase[] = [
	{
		name: "Setup",
		tasks: [
			{ content: "Read code", status: "completed" },
			{ content: "Write tests", status: "in_progress" },
		],
	},
	{
		name: "Build",
		tasks: [
			{ content: "Fix it", status: "pending" },
			{ content: "Publish", status: "pending" },
		],
	},
];
const style = { theme: plainTheme, width: 60, expanded: false, expandKey: "Ctrl+O" };

verifies("tui:todos:panel", async () => {
	expect(drawTodos(phases, phases, style)).toEqual([
		" Todos · 1/4",
		"  ├─ I. Setup · 1/2",
		"  │  ├─ ☑ Read code",
		"  │  └─ ▶ Write tests",
		"  └─ II. Build · 0/2",
	]);
	// What was done before the session was resumed still counts.
	expect(drawTodos(phases, phases, style, 2)[0]).toBe(" Todos · 3/6");
	expect(drawTodos(phases, phases, { ...style, expanded: true }).slice(-3)).toEqual([
		"  └─ II. Build · 0/2",
		"     ├─ ☐ Fix it",
		"     └─ ☐ Publish",
	]);
	const long = [
		{
			name: "Many",
			tasks: Array.from({ length: 20 }, (_, index) => ({ content: `${index}`, status: "pending" as const })),
		},
	];
	const folded = drawTodos(long, long, style);
	expect([folded.length, folded.at(-1)]).toEqual([8, "  … 15 more ⟦Ctrl+O: Expand⟧"]);

	let now = 0;
	let wakeUps = 0;
	const closed = new ClosedTodos({ now: () => now, delayMs: () => 40, onVanish: () => wakeUps++ });
	expect(closed.visible(phases)).toEqual([...phases]);
	now = 40;
	const [setup, build] = closed.visible(phases);
	expect([setup?.tasks.map(({ content }) => content), build?.tasks.length]).toEqual([["Write tests"], 2]);
	expect(drawTodos(closed.visible(phases), phases, style)[1]).toBe("  ├─ I. Setup · 1/2");
	const allDone = phases.map((phase) => ({
		...phase,
		tasks: phase.tasks.map((task) => ({ ...task, status: "completed" as const })),
	}));
	expect(closed.visible(allDone)).toHaveLength(2);
	await until(() => wakeUps > 0);
	now = 80;
	expect(closed.visible(allDone)).toEqual([]);
	expect(drawTodos([], allDone, style)).toEqual([]);
	closed.dispose();
});

test("what is done stays when that is wanted, and vanishes at once when that is", () => {
	const visible = (delay: number) =>
		new ClosedTodos({ now: () => 0, delayMs: () => delay, onVanish: () => {} }).visible(phases)[0]?.tasks.length;
	expect([visible(-1000), visible(0)]).toEqual([2, 1]);
});

test("a panel has an empty row below it when there is something to see", () => {
	let rows: readonly string[] = [];
	const panel = spaced({ render: () => rows });
	expect(panel.render(10)).toEqual([]);
	rows = ["a"];
	expect(panel.render(10)).toEqual(["a", ""]);
	expect(panel.render(10)).toBe(panel.render(10));
});

test("pictures of the panels", async () => {
	const pictures = await viewPictures((theme) => ({
		render: (width) => [
			...new QueuePanel(
				() => ({ steering: ["also update the README"], followUps: ["then publish"] }),
				theme,
				"Alt+Up",
			).render(width),
			"",
			...drawTodos(phases, phases, { ...style, theme, width }),
			"",
			...drawBanner("529 Overloaded", "Alt+R", theme, width),
		],
	}));
	expect(pictures).toMatchSnapshot();
});
