import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";

export interface WelcomeFacts {
	readonly version: string;
	readonly modelName: string | undefined;
	readonly provider: string | undefined;
	readonly tip: string;
	/** `undefined` until they are known. */
	readonly recent: ReadonlyArray<{ readonly name: string; readonly timeAgo: string }> | undefined;
}

const maxWidth = 100;
const stackedBelow = 70;
const leftWidth = 20;

/** What a new session begins with: who answers, how to go on, and where one was before. */
export function drawWelcome(facts: WelcomeFacts, theme: Theme, width: number): string[] {
	const columns = Math.min(width, maxWidth);
	const box = columns < stackedBelow ? drawStacked(facts, theme, columns) : drawBesides(facts, theme, columns);
	const tip = facts.tip === "" ? [] : wrapTextWithAnsi(theme.dim(`Tip: ${facts.tip}`), Math.max(1, width - 2));
	return [...box, ...tip.map((row) => ` ${row}`)];
}

function drawStacked(facts: WelcomeFacts, theme: Theme, width: number): string[] {
	const inner = frameInnerWidth(width);
	const sections = [[...greeting(facts, theme), ...answerer(facts, theme)], ...sectionsOf(facts, theme)].map(
		(rows, index) => ({
			...(index === 0 && { title: title(facts, theme) }),
			rows: rows.flatMap((row) => wrapTextWithAnsi(row, inner)),
		}),
	);
	return drawFrame(sections, { width, theme });
}

function drawBesides(facts: WelcomeFacts, theme: Theme, width: number): string[] {
	const rightWidth = width - leftWidth - 5;
	const line = theme.symbol("boxRound.horizontal");
	const bar = theme.border(theme.symbol("boxSharp.vertical"));
	const sections = sectionsOf(facts, theme);
	const right = sections.flatMap((rows, index) => [
		...(index > 0 ? [theme.border(line.repeat(rightWidth))] : []),
		...rows,
	]);
	const left = centered(
		["", ...greeting(facts, theme), ...picture(theme), "", ...answerer(facts, theme)],
		right.length,
	);
	const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
		const [one = "", other = ""] = [left[index], right[index]];
		return `${bar}${middle(one, leftWidth)}${bar} ${fitToWidth(other, rightWidth + 1)}${bar}`;
	});
	const label = ` ${title(facts, theme)} `;
	const rest = Math.max(0, width - 5 - visibleWidth(label));
	const [topLeft, topRight] = [theme.symbol("boxRound.topLeft"), theme.symbol("boxRound.topRight")];
	const [bottomLeft, bottomRight] = [theme.symbol("boxRound.bottomLeft"), theme.symbol("boxRound.bottomRight")];
	const foot = line.repeat(leftWidth) + theme.symbol("boxSharp.teeUp") + line.repeat(width - leftWidth - 3);
	return [
		theme.border(topLeft + line.repeat(3)) + label + theme.border(line.repeat(rest) + topRight),
		...rows,
		theme.border(bottomLeft + foot + bottomRight),
	];
}

function title({ version }: WelcomeFacts, theme: Theme): string {
	return `${theme.accent(theme.bold("omp"))} ${theme.muted(`v${version}`)}`;
}

function greeting({ recent }: WelcomeFacts, theme: Theme): string[] {
	return [theme.bold(recent?.length === 0 ? "Welcome!" : "Welcome back!")];
}

function picture(theme: Theme): string[] {
	const rows = theme.symbol("boxRound.topLeft") === "+" ? logo.ascii : logo.drawn;
	const shades = [theme.thinkingXhigh, theme.accent, theme.accent, theme.borderAccent, theme.borderAccent];
	return ["", ...rows.map((row, index) => shades[index]?.(row) ?? row)];
}

function answerer({ modelName, provider }: WelcomeFacts, theme: Theme): string[] {
	if (!modelName) return [theme.warning("no model"), theme.muted("/login to get one")];
	return [plainText(modelName), theme.muted(plainText(provider ?? ""))];
}

function sectionsOf(facts: WelcomeFacts, theme: Theme): string[][] {
	const keys = ["/ commands", "@ files", "! shell", "$ python", "# actions"];
	const recent = facts.recent?.map(
		({ name, timeAgo }) =>
			`${theme.accent(theme.symbol("list.bullet"))} ${plainText(name)} ${theme.dim(`(${timeAgo})`)}`,
	);
	return [
		[theme.accent(theme.bold("Tips")), keys.map((key) => keyHint(key, theme)).join("   ")],
		[
			theme.accent(theme.bold("Recent sessions")),
			...(recent?.length === 0 ? [theme.dim("None here yet")] : (recent ?? [""])),
		],
	];
}

function keyHint(hint: string, theme: Theme): string {
	const [key = "", ...words] = hint.split(" ");
	return `${theme.warning(key)} ${theme.muted(words.join(" "))}`;
}

/** As tall as what stands beside it, with the same room above and below. */
function centered(rows: readonly string[], height: number): string[] {
	const above = Math.max(0, Math.floor((height - rows.length) / 2));
	return [...Array<string>(above).fill(""), ...rows];
}

function middle(text: string, width: number): string {
	const shown = truncateToWidth(text, width, "");
	const left = Math.floor((width - visibleWidth(shown)) / 2);
	return fitToWidth(" ".repeat(left) + shown, width);
}

/** The sign in the welcome box, from light to dark. */
const logo = {
	drawn: ["▄▄▄▄▄▄▄▄▄▄", "▀▀██▀▀██▀▀", "  ██  ██  ", "  ██  ██  ", " ▄█▀  ▀██▄"],
	ascii: ["##########", "  ##  ##  ", "  ##  ##  ", "  ##  ##  ", " ##    ###"],
} as const;
