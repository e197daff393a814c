import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Settings } from "../../settings/settings.ts";
import { drawList } from "../parts/draw-list.ts";
import { type KeyHint, keyHints } from "../parts/key-hints.ts";
import { drawModel, drawRole, drawSource } from "./draw-manager.ts";
import type { Pick } from "./manager-menus.ts";
import { findRoles, type RoleRow, roleNames, roleRows } from "./model-roles.ts";
import type { ModelSource, ProviderModels } from "./model-sources.ts";
import { modelFacts, speedText } from "./model-words.ts";

/** A row on the right: a model, a role, or the wish for a new one. */
export type ManagerRow =
	| { readonly kind: "model"; readonly model: Model }
	| { readonly kind: "role"; readonly row: RoleRow }
	| { readonly kind: "new"; readonly what: "role" | "fallback" };

export interface ManagerPicture {
	readonly sources: readonly ModelSource[];
	readonly source: number;
	/** The cursor is among the sources. */
	readonly isLeft: boolean;
	readonly rows: readonly ManagerRow[];
	readonly selected: number;
	readonly pick: Pick | undefined;
	readonly notice: string | undefined;
	readonly providers: readonly ProviderModels[];
	readonly settings: Settings;
	/** Tokens a second by selector, of the models that have been measured. */
	readonly speeds: ReadonlyMap<string, number>;
	readonly current: Model | undefined;
	readonly searchField: (width: number) => string;
	/** Stands in place of the lists while something is asked. */
	readonly menu: ((width: number, height: number) => string[]) | undefined;
	readonly theme: Theme;
	readonly width: number;
	readonly height: number;
}

/** Narrower than this, only the side with the cursor is shown. */
const narrowestSplit = 72;
const leftColumns = 26;

export function drawManagerScreen(picture: ManagerPicture): { drawn: string[]; page: number } {
	const { theme, width, height, pick, menu } = picture;
	const inner = Math.max(1, width - 2);
	const rule = theme.borderMuted(theme.symbol("boxRound.horizontal").repeat(inner));
	const purpose = pick && ("role" in pick ? `Model for ${pick.role}` : `Fallback for ${pick.fallbackFor}`);
	const head = [theme.bold(theme.accent(purpose ?? "Models")), picture.searchField(inner), rule];
	const foot = [rule, ...drawFacts(picture, inner), keyHints(hints(picture), theme, inner)];
	const page = Math.max(1, height - head.length - foot.length);
	const body = menu ? menu(inner, page) : drawLists(picture, inner, page);
	while (body.length < page) body.push("");
	const drawn = [...head, ...body.slice(0, page), ...foot].map((row) => ` ${truncateToWidth(row, inner)}`);
	return { drawn: drawn.slice(0, height), page };
}

function drawLists(picture: ManagerPicture, width: number, height: number): string[] {
	const { theme, isLeft } = picture;
	if (width < narrowestSplit) return isLeft ? drawSources(picture, width, height) : drawRows(picture, width, height);
	const left = drawSources(picture, leftColumns, height);
	const right = drawRows(picture, width - leftColumns - 3, height);
	const edge = theme.borderMuted(theme.symbol("boxRound.vertical"));
	return Array.from(
		{ length: height },
		(_, row) => `${fitToWidth(left[row] ?? "", leftColumns)} ${edge} ${right[row] ?? ""}`,
	);
}

function drawSources(
	{ sources, source, isLeft, providers, settings, theme }: ManagerPicture,
	width: number,
	height: number,
): string[] {
	const set = roleRows(settings).filter((row) => row.kind === "role" && row.selector !== undefined).length;
	const counts = {
		roles: `${set}/${roleNames(settings).length}`,
		models: providers.reduce((sum, { models, whyNot }) => sum + (whyNot === undefined ? models.length : 0), 0),
	};
	return drawList({
		count: sources.length,
		selected: source,
		height,
		width,
		theme,
		// Without the cursor here, what is looked at is told by its color.
		isPlain: () => !isLeft,
		draw: (index) => {
			const shown = sources[index];
			if (!shown) return [""];
			const text = drawSource(shown, counts, theme);
			return [index === source ? theme.accent(theme.bold(text)) : text];
		},
	});
}

function drawRows(picture: ManagerPicture, width: number, height: number): string[] {
	const { rows, selected, isLeft, settings, speeds, current, theme } = picture;
	if (rows.length === 0) return emptyText(picture, width);
	const name = current && selectorOf(current);
	const roleColumns = Math.max(...roleNames(settings).map((role) => role.length));
	return drawList({
		count: rows.length,
		selected,
		height,
		width,
		theme,
		isPlain: () => isLeft,
		draw: (index, isSelected, room) => {
			const row = rows[index];
			if (!row) return [""];
			if (row.kind === "role") return [drawRole(row.row, roleColumns, theme)];
			if (row.kind === "new") return [theme.muted(`+ New ${row.what}${theme.symbol("text.ellipsis")}`)];
			const { model } = row;
			const selector = selectorOf(model);
			const marks = { isCurrent: selector === name, roles: findRoles(model, settings), isSelected };
			// The column is there as soon as one model has been measured.
			const speed = speeds.size > 0 ? { speed: speedText(speeds.get(selector)) } : {};
			return [drawModel(model, { ...marks, ...speed }, theme, room)];
		},
	});
}

function emptyText({ sources, source, theme }: ManagerPicture, width: number): string[] {
	const shown = sources[source];
	const provider = shown?.kind === "provider" ? shown.provider : undefined;
	const next = provider?.hasLogin ? " Enter logs in." : "";
	const text = provider?.whyNot === undefined ? "No such model. Esc clears the search." : `${provider.whyNot}${next}`;
	return wrapTextWithAnsi(theme.muted(plainText(text)), width);
}

function drawFacts(
	{ rows, selected, isLeft, notice, settings, speeds, theme }: ManagerPicture,
	width: number,
): string[] {
	const row = isLeft ? undefined : rows[selected];
	const facts =
		row?.kind === "model"
			? modelFacts(row.model, findRoles(row.model, settings), speeds.get(selectorOf(row.model)))
			: "";
	const lines = wrapTextWithAnsi(
		notice === undefined ? theme.muted(plainText(facts)) : theme.accent(plainText(notice)),
		width,
	).slice(0, 2);
	return [...lines, ...Array<string>(2 - lines.length).fill("")];
}

function hints({ isLeft, menu, rows, selected, pick, theme }: ManagerPicture): KeyHint[] {
	const sideways = `${theme.symbol("nav.left")}/${theme.symbol("nav.right")}`;
	if (menu)
		return [
			["Enter", "choose"],
			["Esc", "back"],
		];
	if (isLeft)
		return [
			["Enter", "open"],
			[sideways, "side"],
			["type", "to search"],
			["Esc", "close"],
		];
	const row = rows[selected];
	if (row?.kind === "role")
		return [
			["Enter", "change"],
			["Del", "clear"],
			["f", "add fallback"],
			[sideways, "side"],
			["Esc", "close"],
		];
	return [
		["Enter", pick ? "take" : "assign"],
		[sideways, "side"],
		["type", "to search"],
		["Esc", pick ? "back" : "close"],
	];
}
