import { expect, test } from "bun:test";
import { plainTheme } from "../../theme/plain-theme.ts";
import { Markdown } from "../markdown.ts";
import { readMath } from "./read-math.ts";
import { withMath } from "./with-math.ts";

const draw = (text: string) => [...new Markdown({ theme: plainTheme() }, text).render(60)];

test.each([
	["E = mc^2", "E = mc²"],
	["x_{i+1} = x_i - \\alpha \\nabla f(x_i)", "xᵢ₊₁ = xᵢ - α ∇f(xᵢ)"],
	["\\frac{1}{2}", "½"],
	["\\frac{a+b}{c}", "(a+b)/c"],
	["\\frac{\\partial L}{\\partial w}", "(∂L)/(∂w)"],
	["\\sqrt{2}", "√2"],
	["\\sqrt[3]{x+1}", "∛(x+1)"],
	["\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}", "∑ᵢ₌₁ⁿ i = (n(n+1))/2"],
	["\\int_0^\\infty e^{-x^2}\\,dx", "∫₀^∞ e^(-x²) dx"],
	["\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1", "lim_(x → 0) (sin x)/x = 1"],
	["a \\leq b \\implies \\forall x \\in \\mathbb{R}", "a ≤ b ⟹ ∀x ∈ ℝ"],
	["\\hat{y} = \\bar{x}", "y\u0302 = x\u0304"],
	["\\left( \\frac{a}{b} \\right)", "( a/b )"],
	["O(n \\log n)", "O(n log n)"],
	["\\text{if } x > 0", "if x > 0"],
	["A^T B^{-1}", "Aᵀ B⁻¹"],
	["90^\\circ", "90°"],
	["f'(x)", "f′(x)"],
	["\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", "(a b; c d)"],
	["\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}", "a = b\nc = d"],
	["|x| = \\begin{cases} x & x \\ge 0 \\\\ -x & x < 0 \\end{cases}", "|x| = { x x ≥ 0; -x x < 0"],
	["\\unknown{x} + 1", "\\unknown{x} + 1"],
	["\\{1, 2\\}", "{1, 2}"],
	["\\binom{n}{k}", "(n choose k)"],
	["\\mathcal{L}(\\theta)", "ℒ(θ)"],
])("%s", (source, text) => {
	expect(readMath(source)).toBe(text);
});

test("math in a text is read, in its own lines too", () => {
	expect(draw("Since $x_1 * y_1 = \\pi$, it holds:\n\n$$\n\\frac{a}{b} \\ge 0\n$$\n\nand \\(a^2\\).")).toEqual([
		"Since x₁ * y₁ = π, it holds:",
		"",
		" a",
		"─── ≥ 0",
		" b",
		"",
		"and a².",
	]);
});

test.each([
	"It costs $5 and $6.",
	"I paid $5 for a $6 thing$",
	"between $5-$10 a month",
	"echo $HOME/bin:$PATH and $x_$y",
	"`$x^2$` and\n\n```sh\necho $a_1$\n```",
	"cost ($5/month) vs ($6/month)",
	"```sh\nfirst line\necho $a_1$ $b_2$\n```",
	"~~~\n$a_1$\n\n$b_1$",
	"`` ` $x^2$ `` and `\\(x_1\\)`",
	"a \\$x^2\\$ b",
	"US$ and A$",
])("not math: %s", (source) => {
	expect(withMath(source)).toBe(source);
});

test("what is drawn does not depend on how math arrives", () => {
	const text =
		"Let $x_1$ be $\\alpha + \\beta$ and so on, for a while, until the row is full and the next one begins. $$a_1$$";
	const whole = draw(text);
	const markdown = new Markdown({ theme: plainTheme() });
	let settled: readonly string[] = [];
	for (const character of text) {
		markdown.append(character);
		const rows = markdown.render(60);
		expect(rows.slice(0, settled.length)).toEqual([...settled]);
		settled = rows.slice(0, markdown.settledRows());
	}
	expect([...markdown.render(60)]).toEqual(whole);
});
