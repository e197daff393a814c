import { describe, expect, test } from "bun:test";
import { Markdown } from "../markdown/markdown.ts";
import { visibleWidth } from "../text/visible-width.ts";
import { plainTheme } from "../theme/plain-theme.ts";
import { drawMermaid } from "./draw-mermaid.ts";

const theme = plainTheme();

/** The diagram, as lines without the indentation of the test. */
function drawn(source: string, width = 80, look = theme): string {
	return `\n${drawMermaid(source, width, look)?.join("\n") ?? "(code)"}\n`;
}

describe("flowcharts", () => {
	test("decisions, labels and an edge that leads back", () => {
		const source = [
			"flowchart TD",
			"    %% a comment",
			"    A[Start] --> B{Works?}",
			"    B -->|Yes| C(Great)",
			'    B -- "not yet" --> D["Debug;<br/>#quot;again#quot;"];',
			"    D --> B",
			"    classDef red fill:#f00",
			"    class A red",
		].join("\n");
		expect(drawn(source)).toMatchInlineSnapshot(`
		  "
		          ┌───────┐
		          │ Start │
		          └───────┘
		              │
		              ▼
		          ╱────────╲
		          │ Works? │
		          ╲────────╱
		              │   ▲
		      ┌───────┴┐  └───┐
		      │        │      │
		     Yes    not yet   │
		      │        │      │
		      │        └───┐  └┐
		      ▼            ▼   │
		  ╭───────╮   ┌─────────┐
		  │ Great │   │ Debug;  │
		  ╰───────╯   │ "again" │
		              └─────────┘
		  "
		`);
	});

	test("to the right, with groups, shapes and dashes; downwards where that is too wide", () => {
		const source =
			"graph LR\n  Client([Browser]) -->|HTTP| LB:::x\n  LB --> S1 & S2; S1 & S2 --> DB[(Data)]\n  S1 -.-> Cache";
		expect(drawn(source)).toMatchInlineSnapshot(`
		  "
		                                                   ┌───────┐
		                                      ┌────┐    ┌╌▶│ Cache │
		                                   ┌─▶│ S1 │──┬╌┘  └───────┘
		  ╭─────────╮              ┌────┐  │  └────┘  │
		  │ Browser │──── HTTP ───▶│ LB │──┤          │    ╭──────╮
		  ╰─────────╯              └────┘  │  ┌────┐  ├───▶│ Data │
		                                   └─▶│ S2 │──┘    ╰──────╯
		                                      └────┘
		  "
		`);
		expect(drawn(source, 30)).toMatchInlineSnapshot(`
		  "
		        ╭─────────╮
		        │ Browser │
		        ╰─────────╯
		             │
		             │
		            HTTP
		             │
		             ▼
		           ┌────┐
		           │ LB │
		           └────┘
		             │
		         ┌───┴───┐
		         ▼       ▼
		       ┌────┐  ┌────┐
		       │ S1 │  │ S2 │
		       └────┘  └────┘
		         │       │
		         ├──────┬┘
		      ┌╌╌┘      │
		      ▼         ▼
		  ┌───────┐  ╭──────╮
		  │ Cache │  │ Data │
		  └───────┘  ╰──────╯
		  "
		`);
		expect(drawn(source, 12)).toBe("\n(code)\n");
	});

	test("upwards, to the left, both ways, around itself and with wide characters", () => {
		expect(drawn("flowchart BT\n A --> B")).toMatchInlineSnapshot(`
		  "
		  ┌───┐
		  │ B │
		  └───┘
		    ▲
		    │
		  ┌───┐
		  │ A │
		  └───┘
		  "
		`);
		expect(drawn("flowchart RL\n A[日本] <--> B\n B --> B")).toMatchInlineSnapshot(`
		  "
		  ┌───┐    ┌──────┐
		  │ B │◀──▶│ 日本 │
		  │ ↺ │    └──────┘
		  └───┘
		  "
		`);
	});

	test("what is not understood stays code", () => {
		for (const source of [
			"flowchart TD\n subgraph one\n A --> B\n end",
			"flowchart TD\n A --> ",
			"flowchart TD",
			"pie title Pets",
			"graph TD\n A[open --> B",
			"",
		]) {
			expect(drawMermaid(source, 80, theme)).toBeUndefined();
		}
	});

	test("no row is wider than asked, and nothing hangs on any graph", () => {
		for (let seed = 1; seed <= 40; seed++) {
			const node = (step: number) => `N${(seed * step * 7 + step * step) % 9}`;
			const edges = Array.from({ length: 4 + (seed % 14) }, (_, step) => {
				const label = step % 3 === 0 ? `|label ${step}|` : "";
				return `${node(step)}[Node ${step}] -->${label} ${node(step + 3)}`;
			});
			const source = [`flowchart ${["TD", "LR", "BT", "RL"][seed % 4]}`, ...edges].join("\n");
			for (const width of [30, 60, 120]) {
				const rows = drawMermaid(source, width, theme) ?? [];
				expect(rows.filter((row) => visibleWidth(row) > width)).toEqual([]);
			}
		}
	});
});

describe("sequence diagrams", () => {
	const source = [
		"sequenceDiagram",
		"    autonumber",
		"    participant U as User",
		"    actor S as Server",
		"    U->>+S: POST /login",
		"    Note over S: checks<br>the hash",
		"    alt ok",
		"    S-->>-U: 200",
		"    else wrong",
		"    S--xU: 401",
		"    end",
		"    S->>S: log it",
	].join("\n");

	test("messages, replies, notes, alternatives and calls to itself", () => {
		expect(drawn(source)).toMatchInlineSnapshot(`
		  "
		  ┌───────┐     ┌─────────┐
		  │ User  │     │ Server  │
		  └───────┘     └─────────┘
		      │              │
		      │ POST /login  │
		      ├─────────────▶│
		      │        ╭─────┴────╮
		      │        │  checks  │
		      │        │ the hash │
		      │        ╰─────┬────╯
		      ├╌ alt ok ╌╌╌╌╌┤
		      │              │
		      │     200      │
		      │◀╌╌╌╌╌╌╌╌╌╌╌╌╌┤
		      ├╌ else wrong ╌┤
		      │              │
		      │     401      │
		      │✗╌╌╌╌╌╌╌╌╌╌╌╌╌┤
		      ├╌ end ╌╌╌╌╌╌╌╌┤
		      │              │
		      │              ├──┐ log it
		      │              │◀─┘
		      │              │
		  ┌───────┐     ┌─────────┐
		  │ User  │     │ Server  │
		  └───────┘     └─────────┘
		  "
		`);
	});

	test("with ASCII characters only", () => {
		const rows = drawMermaid(source, 80, plainTheme("ascii")) ?? [];
		expect(rows.join("\n")).toMatch(/^[\x20-\x7e\n]+$/);
		expect(rows.join("\n")).toContain("+------------->|");
	});

	test("too wide or not understood: code", () => {
		expect(drawMermaid(source, 20, theme)).toBeUndefined();
		expect(drawMermaid("sequenceDiagram\n  whatever this is", 80, theme)).toBeUndefined();
	});
});

describe("in Markdown", () => {
	const style = { theme, diagram: (code: string, width: number) => drawMermaid(code, width, theme) };
	const text = "Before.\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\nAfter.";

	test("a finished block is a diagram, an unfinished one code whose rows may still change", () => {
		const markdown = new Markdown(style);
		for (const end of [...text].keys()) {
			markdown.setText(text.slice(0, end));
			const rows = markdown.render(40);
			expect(markdown.settledRows()).toBeLessThanOrEqual(rows.length);
			if (!text.slice(0, end).includes("B\n```")) expect(rows.join("\n")).not.toContain("▶");
			if (text.slice(0, end).endsWith("A --> B")) expect(rows.join("\n")).toContain("A --> B");
		}
		markdown.setText(text);
		expect(markdown.render(40).join("\n")).toContain("│ A │───▶│ B │");
	});

	test("rows that are settled never change while it streams", () => {
		const markdown = new Markdown(style);
		let settled: readonly string[] = [];
		const long = `${text}\n\n\`\`\`mermaid\nflowchart TD\n${Array.from({ length: 12 }, (_, index) => `  X${index} --> X${index + 1}`).join("\n")}\n\`\`\`\n`;
		for (let end = 1; end <= long.length; end++) {
			markdown.setText(long.slice(0, end));
			const rows = markdown.render(40);
			expect(rows.slice(0, settled.length)).toEqual([...settled]);
			settled = rows.slice(0, markdown.settledRows());
		}
	});

	test("a block that is too long to hold back stays code", () => {
		const lines = Array.from({ length: 70 }, (_, index) => `  A${index} --> B${index}`);
		const rows = new Markdown(style, `\`\`\`mermaid\nflowchart TD\n${lines.join("\n")}\n\`\`\`\n`).render(80);
		expect(rows.join("\n")).toContain("A69 --> B69");
		expect(rows.join("\n")).not.toContain("▼");
	});
});
