import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { WorkspaceEdit } from "vscode-languageserver-types";

/** A fix or refactoring that a server offers. */
export interface OfferedAction {
	readonly title: string;
	readonly kind: string | undefined;
	readonly isPreferred: boolean;
	readonly disabledReason: string | undefined;
	readonly edit: WorkspaceEdit | undefined;
	readonly command: ServerCommand | undefined;
	/** As the server sent it, for when it has to complete it. */
	readonly raw: Readonly<Record<string, unknown>>;
}

export interface ServerCommand {
	readonly command: string;
	readonly arguments: unknown;
}

const maxActions = 200;

/** The answer to a question for code actions: each is one, or a command alone. */
export function readActions(answer: unknown): OfferedAction[] {
	return Array.isArray(answer) ? answer.slice(0, maxActions).flatMap((item) => readAction(item) ?? []) : [];
}

export function readAction(item: unknown): OfferedAction | undefined {
	if (!isRecord(item) || typeof item.title !== "string") return undefined;
	const isCommand = typeof item.command === "string";
	const { disabled } = item;
	return {
		title: item.title.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 300),
		kind: typeof item.kind === "string" ? item.kind : undefined,
		isPreferred: item.isPreferred === true,
		disabledReason: isRecord(disabled) ? String(disabled.reason ?? "disabled") : undefined,
		edit: !isCommand && isRecord(item.edit) ? (item.edit as WorkspaceEdit) : undefined,
		command: readCommand(isCommand ? item : item.command),
		raw: item,
	};
}

function readCommand(value: unknown): ServerCommand | undefined {
	if (!isRecord(value) || typeof value.command !== "string") return undefined;
	return { command: value.command, arguments: value.arguments };
}

/** `quickfix`, `refactor.extract`, `source.organizeImports` */
export function isActionKind(query: string): boolean {
	return /^(?:quickfix|refactor|source)(?:\.[\w.]+)?$/.test(query);
}

/** `  0: [quickfix] Add missing import` */
export function actionLine({ title, kind, isPreferred, disabledReason }: OfferedAction, index: number): string {
	const marks = [
		...(isPreferred ? ["preferred"] : []),
		...(disabledReason === undefined ? [] : [`not possible here: ${disabledReason}`]),
	];
	return `  ${index}: [${kind ?? "action"}] ${title}${marks.length > 0 ? ` (${marks.join("; ")})` : ""}`;
}

export type Choice<Action extends OfferedAction> =
	| { readonly kind: "one"; readonly action: Action }
	| { readonly kind: "none" }
	| { readonly kind: "several"; readonly matching: readonly Action[] };

/** By index, kind, or a part of the title. */
export function chooseAction<Action extends OfferedAction>(actions: readonly Action[], query: string): Choice<Action> {
	const matching = findMatching(actions, query);
	const [first] = matching;
	if (!first) return { kind: "none" };
	return matching.length === 1 ? { kind: "one", action: first } : { kind: "several", matching };
}

function findMatching<Action extends OfferedAction>(actions: readonly Action[], query: string): Action[] {
	const indexed = /^\d+$/.test(query) ? actions[Number(query)] : undefined;
	if (indexed) return [indexed];
	const wanted = query.toLowerCase();
	const exact = actions.filter(({ title }) => title.toLowerCase() === wanted);
	if (exact.length > 0) return exact;
	const containing = actions.filter(({ title }) => title.toLowerCase().includes(wanted));
	if (containing.length > 0 || !isActionKind(query)) return containing;
	return actions.filter(({ kind }) => kind === query || kind?.startsWith(`${query}.`));
}
