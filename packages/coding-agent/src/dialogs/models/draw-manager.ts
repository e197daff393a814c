import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { type ThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { RoleRow } from "./model-roles.ts";
import type { ModelSource } from "./model-sources.ts";
import { levelSign, priceOf, tokenCount } from "./model-words.ts";

/** A line of the left side. */
export function drawSource(
	source: ModelSource,
	counts: { readonly roles: string; readonly models: number },
	theme: Theme,
): string {
	switch (source.kind) {
		case "roles":
			return `${theme.symbol("icon.roles")} Roles ${theme.muted(counts.roles)}`;
		case "all":
			return `${theme.symbol("icon.model")} All models ${theme.muted(`${counts.models}`)}`;
		case "provider": {
			const { id, models, whyNot } = source.provider;
			return whyNot === undefined
				? `${theme.success(theme.symbol("status.done"))} ${id} ${theme.muted(`${models.length}`)}`
				: theme.dim(`${theme.symbol("radio.off")} ${id}`);
		}
	}
}

/** `provider/id  82 t/s  200K  $3/$15`, the figures right-aligned where there is room. */
export function drawModel(
	model: Model,
	marks: { isCurrent: boolean; roles: readonly string[]; isSelected: boolean; speed?: string },
	theme: Theme,
	width: number,
): string {
	const speed = marks.speed === undefined ? "" : `${marks.speed.padStart(8)}  `;
	const figures = `${speed}${tokenCount(model.contextWindow).padStart(5)}  ${priceOf(model).padStart(11)}`;
	const dot = marks.isCurrent ? theme.accent(theme.symbol("list.bullet")) : " ";
	const roles = marks.roles.length > 0 ? theme.accent(` ${marks.roles.join(" ")}`) : "";
	const name = selectorOf(model);
	const room = width - visibleWidth(figures) - 4;
	if (room < 16) return `${dot} ${marks.isSelected ? theme.accent(name) : name}`;
	const left = truncateToWidth(
		`${marks.isSelected ? theme.accent(name) : name}${roles}`,
		room,
		theme.symbol("text.ellipsis"),
	);
	return `${dot} ${fitToWidth(left, room)}  ${theme.muted(figures)}`;
}

/** `● DEFAULT  provider/id  ◒ high`; what stands in is set in below. */
export function drawRole(row: RoleRow, roleColumns: number, theme: Theme): string {
	if (row.kind === "fallback") {
		return (
			theme.muted(`${" ".repeat(roleColumns)}  ${theme.symbol("tree.last")} ${row.selector}`) +
			theme.dim(`  fallback for ${row.of}`)
		);
	}
	const isSet = row.selector !== undefined;
	const dot = isSet ? theme.success(theme.symbol("status.done")) : theme.dim(theme.symbol("radio.off"));
	const name = fitToWidth(row.role.toUpperCase(), roleColumns);
	const { level } = row;
	const sign = isThinkingLevel(level) ? `  ${theme.symbol(levelSign(level))} ${level}` : "";
	const model = isSet ? `${row.selector}${theme.muted(sign)}` : theme.dim("automatic");
	return `${dot} ${isSet ? theme.bold(name) : theme.muted(name)}  ${model}`;
}

function isThinkingLevel(level: string | undefined): level is ThinkingLevel {
	return thinkingLevels.some((known) => known === level);
}
