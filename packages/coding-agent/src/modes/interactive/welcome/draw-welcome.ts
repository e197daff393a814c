import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import type { WelcomeRow } from "../../../workbench/work-mode.ts";

export interface WelcomeFacts {
	readonly version: string;
	/** `undefined` while no model is connected. */
	readonly modelName: string | undefined;
	readonly provider: string | undefined;
	/** What omp may do unasked, as a sentence. */
	readonly approvals: string;
	/** What there is in the project for omp, such as `AGENTS.md`; `undefined` until it is known. */
	readonly found: readonly string[] | undefined;
	/** How much of what the project brings is not trusted. */
	readonly untrusted?: number;
	readonly tip: string;
	/** `undefined` until they are known. */
	readonly recent: ReadonlyArray<{ readonly name: string; readonly timeAgo: string }> | undefined;
	/** What features add. */
	readonly sections?: ReadonlyArray<{ readonly title: string; readonly rows: readonly WelcomeRow[] }>;
}

const maxWidth = 100;

const suggestedPrompts = [
	"Explain this project and how to run it",
	"Find and fix a failing test",
	"Review my uncommitted changes",
];
const keys = ["/ commands", "@ files", "! shell", "$ python", "# actions"];

/** What a new session begins with: who answers, what omp may do, what to ask, and where one was before. */
export function drawWelcome(facts: WelcomeFacts, theme: Theme, width: number): string[] {
	const columns = Math.min(width, maxWidth);
	const inner = frameInnerWidth(columns);
	const sections = [
		{
			title: `${theme.accent(theme.bold("omp"))} ${theme.muted(`v${facts.version}`)}`,
			rows: sessionRows(facts, theme, inner),
		},
		{ title: theme.muted("Try"), rows: suggestions(facts, theme).map((row) => fitted(row, theme, inner)) },
		...(facts.sections ?? []).map(({ title, rows }) => ({
			title: theme.muted(title),
			rows: rows.map((row) => featureRow(row, theme, inner)),
		})),
		...(facts.recent?.length
			? [{ title: theme.muted("Recent sessions"), rows: recentRows(facts.recent, theme, inner) }]
			: []),
	];
	const room = Math.max(1, width - 2);
	const tip = facts.tip ? wrapTextWithAnsi(theme.dim(`Tip: ${facts.tip}`), room) : [];
	const below = [...keyRows(theme, room), ...tip];
	return [...drawFrame(sections, { width: columns, theme }), ...below.map((row) => ` ${row}`)];
}

function sessionRows(welcome: WelcomeFacts, theme: Theme, inner: number): string[] {
	const { modelName, provider, approvals, found, untrusted = 0 } = welcome;
	const model = modelName
		? `${plainText(modelName)} ${theme.muted(plainText(provider ?? ""))}`
		: `${theme.warning("No model yet")} ${theme.muted("/login or /setup connects one")}`;
	const facts: ReadonlyArray<readonly [string, string]> = [
		["Model", model],
		["Approvals", approvals],
		...(found && found.length > 0 ? [["Found", found.map(plainText).join(", ")] as const] : []),
		...(untrusted > 0
			? [
					[
						"Trust",
						`${theme.warning(`${untrusted} ignored until trusted`)} ${theme.muted("/trust shows them")}`,
					] as const,
				]
			: []),
	];
	return facts.flatMap(([label, text]) => factRows(label, text, theme, inner));
}

const labelColumns = 10;

/** What does not fit continues below the text, not below the label. */
function factRows(label: string, text: string, theme: Theme, inner: number): string[] {
	const rows = wrapTextWithAnsi(text, Math.max(1, inner - labelColumns));
	return rows.map((row, index) => `${theme.muted((index === 0 ? label : "").padEnd(labelColumns))}${row}`);
}

/** As many a row as fit whole. */
function keyRows(theme: Theme, width: number): string[] {
	const rows: string[][] = [];
	for (const key of keys) {
		const last = rows.at(-1);
		if (last && [...last, key].join("   ").length <= width) last.push(key);
		else rows.push([key]);
	}
	return rows.map((row) => row.map((key) => keyHint(key, theme)).join("   "));
}

function suggestions({ modelName }: WelcomeFacts, theme: Theme): string[] {
	const prompts = modelName ? suggestedPrompts : ["/login", "/help", ...suggestedPrompts.slice(0, 1)];
	return prompts.map((prompt) => `${theme.accent(theme.symbol("nav.cursor"))} ${prompt}`);
}

function featureRow({ text, state }: WelcomeRow, theme: Theme, inner: number): string {
	const bullet = theme.symbol("list.bullet");
	const shown = plainText(text);
	const row =
		state === "idle"
			? theme.dim(`${bullet} ${shown}`)
			: `${state === "problem" ? theme.error(bullet) : theme.success(bullet)} ${shown}`;
	return fitted(row, theme, inner);
}

/** The age stays; a long name is cut. */
function recentRows(recent: NonNullable<WelcomeFacts["recent"]>, theme: Theme, inner: number): string[] {
	return recent.map(({ name, timeAgo }) => {
		const age = theme.dim(`(${timeAgo})`);
		const room = Math.max(4, inner - timeAgo.length - 5);
		const shown = truncateToWidth(plainText(name), room, theme.symbol("text.ellipsis"));
		return fitted(`${theme.accent(theme.symbol("list.bullet"))} ${shown} ${age}`, theme, inner);
	});
}

function fitted(row: string, theme: Theme, inner: number): string {
	return truncateToWidth(row, inner, theme.symbol("text.ellipsis"));
}

function keyHint(hint: string, theme: Theme): string {
	const [key = "", ...words] = hint.split(" ");
	return `${theme.warning(key)} ${theme.muted(words.join(" "))}`;
}
