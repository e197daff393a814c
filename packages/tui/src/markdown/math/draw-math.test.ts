import { expect, test } from "bun:test";
import { plainTheme } from "../../theme/plain-theme.ts";
import { Markdown } from "../markdown.ts";
import { drawMath } from "./draw-math.ts";

const drawn = (source: string, width = 80) => drawMath(source, width)?.join("\n");
const rows = (...lines: string[]) => lines.join("\n");

test("display math: fractions, sums with limits, roots and matrices take several rows", () => {
	expect(drawn("\\sum_{i=1}^{n} x_i = \\frac{n(n+1)}{2}")).toBe(
		rows(" n        n(n+1)", " ∑  xᵢ = ────────", "i=1         2"),
	);
	expect(drawn("x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}")).toMatchInlineSnapshot(`
	  "           ________
	       -b ± √b² - 4ac
	  x = ────────────────
	             2a"
	`);
	expect(drawn("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}")).toBe(rows("⎛a  b⎞", "⎝c  d⎠"));
	expect(drawn("f(x) = \\begin{cases} x & x \\ge 0 \\\\ -x & x < 0 \\end{cases}")).toMatchInlineSnapshot(`
	  "f(x) = ⎧ x   x ≥ 0
	         ⎩ -x  x < 0"
	`);
	expect(drawn("\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1")).toMatchInlineSnapshot(`
	  "       sin x
	   lim  ─────── = 1
	  x → 0    x"
	`);
	expect(drawn("\\left( \\frac{a}{b} \\right)^{2}")).toMatchInlineSnapshot(`
	  "     2
	  ⎛ a ⎞
	  ⎜───⎟
	  ⎝ b ⎠"
	`);
	expect(drawn("\\begin{aligned} a &= \\frac{b}{c} \\\\ dd &= e \\end{aligned}")).toMatchInlineSnapshot(`
	  "      b
	   a = ───
	        c
	  dd = e"
	`);
});

test("display math: what fits into a row, is too wide or nested too deep stays in one", () => {
	expect([drawn("E = mc^2"), drawn("\\frac{a+b+c}{d}", 4), drawn("\\frac{".repeat(50))]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	const draw = (text: string) => [...new Markdown({ theme: plainTheme() }, text).render(60)];
	expect(draw("It holds: $$\\frac{a}{b}$$ always.")).toEqual(["It holds: a/b always."]);
	expect(draw("$$\n\\frac{a}{b}\n$$")).toEqual([" a", "───", " b"]);
});

test("display math: rows that were final do not change when the end arrives", () => {
	const text = "Before.\n\n$$\n\\frac{a}{b}\n+ c\n+ d\n+ e\n= \\sum_{i=1}^n i\n$$\n\nAfter.";
	const markdown = new Markdown({ theme: plainTheme() });
	let settled: readonly string[] = [];
	for (const character of text) {
		markdown.append(character);
		const shown = markdown.render(60);
		expect(shown.slice(0, settled.length)).toEqual([...settled]);
		settled = shown.slice(0, markdown.settledRows());
	}
});
