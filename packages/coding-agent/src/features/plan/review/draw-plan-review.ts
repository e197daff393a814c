import type { Component } from "@oh-my-pi/pi-tui/component";
import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import type { PlanAction } from "./plan-actions.ts";
import type { PlanDraft } from "./plan-draft.ts";

export type Region = "sections" | "text" | "actions";

export interface PlanPicture {
	readonly theme: Theme;
	readonly width: number;
	readonly height: number;
	readonly draft: PlanDraft;
	readonly region: Region;
	readonly section: number;
	readonly actions: readonly PlanAction[];
	readonly action: number;
	readonly roles: readonly string[];
	readonly role: number;
	readonly scroll: number;
	readonly field?: Component;
}

const minWidthForSections = 60;
const sectionColumns = 20;

/** The whole screen, and how far the text is really scrolled. */
export function drawPlanReview(picture: PlanPicture): { rows: readonly string[]; scroll: number } {
	const { theme, width, height } = picture;
	const inner = frameInnerWidth(width);
	const bottom = bottomRows(picture);
	const bodyHeight = Math.max(3, height - bottom.length - 5);
	const hasSections = width >= minWidthForSections;
	const textColumns = Math.max(1, hasSections ? inner - sectionColumns - 3 : inner);
	const text = textRows(picture, textColumns);
	const scroll = Math.max(0, Math.min(picture.scroll, text.length - bodyHeight));
	const names = hasSections ? sectionRows(picture, bodyHeight) : [];
	const divider = theme.border(theme.symbol("boxRound.vertical"));
	const body = Array.from({ length: bodyHeight }, (_, index) => {
		const row = text[scroll + index] ?? "";
		return hasSections ? `${fitToWidth(names[index] ?? "", sectionColumns)} ${divider} ${row}` : row;
	});
	const sections = [
		{ title: theme.accent("Plan Review"), rows: body },
		{ rows: bottom },
		{ rows: [theme.dim(keysText(picture))] },
	];
	const cut = (row: string) => truncateToWidth(row, inner, theme.symbol("text.ellipsis"));
	const rows = drawFrame(
		sections.map((section) => ({ ...section, rows: section.rows.map(cut) })),
		{ width, theme },
	);
	return { rows, scroll };
}

function sectionRows({ theme, draft, region, section }: PlanPicture, height: number): string[] {
	const first = Math.max(0, Math.min(section - Math.floor(height / 2), draft.sections.length - height));
	return draft.sections.slice(first, first + height).map(({ title }, index) => {
		const at = first + index;
		const isHere = at === section;
		const note = draft.notes.has(at) ? theme.warning("*") : "";
		const name = plainText(title);
		const mark = isHere ? theme.accent("▎") : " ";
		return `${mark}${isHere && region === "sections" ? theme.accent(name) : name}${note}`;
	});
}

function textRows({ theme, draft }: PlanPicture, columns: number): string[] {
	return draft.sections.flatMap(({ lines }, index) => {
		const note = draft.notes.get(index);
		const rows = [...new Markdown({ theme }, plainText(lines.join("\n"))).render(columns)];
		return [...rows, ...(note === undefined ? [] : [theme.warning(`✎ ${plainText(note)}`)]), ""];
	});
}

function bottomRows({ theme, actions, action, roles, role, region, field, width }: PlanPicture): string[] {
	if (field) return [theme.bold("Plan mode - next step"), ...field.render(width - 4)];
	const names = roles.map((name, index) => (index === role ? theme.accent(`◀ ${name} ▶`) : theme.muted(name)));
	return [
		theme.bold("Plan mode - next step"),
		...(roles.length > 1 ? [`${theme.muted("continue with")}  ${names.join("  ")}`] : []),
		...actions.map(({ label, description }, index) => {
			const isHere = index === action;
			const cursor = isHere ? theme.accent(theme.symbol("nav.cursor")) : " ";
			const words = isHere && region === "actions" ? theme.accent(label) : label;
			return `${cursor} ${words}${description ? `  ${theme.muted(`(${description})`)}` : ""}`;
		}),
	];
}

function keysText({ region }: PlanPicture): string {
	const regionKeys = {
		actions: "↑↓ select · ⏎ confirm · ←→ model",
		sections: "↑↓ section · a annotate · d delete · u undo",
		text: "↑↓ scroll · g/G ends · a annotate",
	}[region];
	return `${regionKeys} · c copy · tab regions · ctrl+g editor · esc`;
}
