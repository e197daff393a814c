import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { availableThinkingLevels } from "../../conversation/queries/thinking-levels.ts";
import { modelSettings } from "../../settings/sections/model/model.ts";
import type { Settings } from "../../settings/settings.ts";
import { ChoiceMenu } from "../parts/choice-menu.ts";
import { assignRole, roleNames } from "./model-roles.ts";

/** What a model is being chosen for. */
export type Pick = { readonly role: string } | { readonly fallbackFor: string };

export interface ManagerMenusOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly settings: Settings;
	readonly use: (model: Model, level: ThinkingLevel | undefined) => void;
	readonly say: (text: string) => void;
	readonly pick: (pick: Pick) => void;
}

/** What stands in place of the lists for a moment: which role, how hard to think, what to call it. */
export class ManagerMenus {
	readonly #options: ManagerMenusOptions;
	#menu: ChoiceMenu<string> | undefined;
	#field: { readonly title: string; readonly input: Input } | undefined;

	constructor(options: ManagerMenusOptions) {
		this.#options = options;
	}

	get isOpen(): boolean {
		return this.#menu !== undefined || this.#field !== undefined;
	}

	/** What a model is for: this session, or a role from now on. */
	askRole(model: Model): void {
		const { settings } = this.#options;
		const selectors = settings.get(modelSettings.modelRoles);
		const name = selectorOf(model);
		this.#open(
			`Use ${name} as`,
			"Roles apply to later sessions too; the default also applies now.",
			[
				...roleNames(settings).map((role) => ({
					value: role,
					label: role.toUpperCase(),
					...(selectors[role] !== undefined && { note: `now ${selectors[role]}` }),
				})),
				{ value: sessionOnly, label: "This session only" },
			],
			undefined,
			(role) => this.askLevel(model, role),
		);
	}

	/** How hard it thinks in a role, where it can. */
	askLevel(model: Model, role: string): void {
		if (!model.reasoning) {
			this.#assign(model, role, undefined);
			return;
		}
		const usual = { value: usualLevel, label: "as usual", note: "the level of the session or defaultThinkingLevel" };
		const levels = [...availableThinkingLevels(model), "auto" as const].map((level) => ({
			value: level,
			label: level,
		}));
		const now = this.#options.settings.get(modelSettings.modelRoles)[role]?.split(":").at(-1);
		const choices = [usual, ...levels];
		const current = choices.some(({ value }) => value === now) ? now : usualLevel;
		this.#open(`Thinking level for ${selectorOf(model)}`, undefined, choices, current, (level) =>
			this.#assign(model, role, level === usualLevel ? undefined : (level as ThinkingLevel)),
		);
	}

	askName(what: "role" | "fallback"): void {
		const { theme, keymap, pick } = this.#options;
		const input = new Input({
			theme,
			keymap,
			placeholder: what === "role" ? "review" : "a role, provider/model or provider/*",
			onSubmit: (text) => {
				const name = text.trim();
				this.#close();
				if (name !== "") pick(what === "role" ? { role: name } : { fallbackFor: name });
			},
			onCancel: () => this.#close(),
		});
		this.#field = { title: what === "role" ? "Name of the role" : "What should it be a fallback for?", input };
	}

	handleInput(data: string): void {
		(this.#menu ?? this.#field?.input)?.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#field?.input.handlePaste(text);
	}

	draw(width: number, height: number): string[] {
		if (this.#menu) return this.#menu.draw(width, height);
		if (!this.#field) return [];
		const { title, input } = this.#field;
		input.focused = true;
		return [this.#options.theme.bold(this.#options.theme.accent(title)), ...input.render(width)];
	}

	#open(
		title: string,
		help: string | undefined,
		choices: ReadonlyArray<{ value: string; label: string; note?: string }>,
		current: string | undefined,
		onChoose: (value: string) => void,
	): void {
		const { theme, keymap } = this.#options;
		this.#menu = new ChoiceMenu<string>({
			theme,
			keymap,
			title,
			...(help !== undefined && { help }),
			choices,
			...(current !== undefined && { isCurrent: (value: string) => value === current }),
			onChoose: (value) => {
				this.#close();
				onChoose(value);
			},
			onCancel: () => this.#close(),
		});
	}

	#close(): void {
		this.#menu = undefined;
		this.#field = undefined;
	}

	#assign(model: Model, role: string, level: ThinkingLevel | undefined): void {
		const { settings, use, say } = this.#options;
		if (role === sessionOnly) say(`This session now uses ${selectorOf(model)}`);
		else say(`${role} = ${assignRole(settings, role, model, level)}`);
		if (role === sessionOnly || role === "default") use(model, level);
	}
}

const sessionOnly = " session";
const usualLevel = "";
