import type { SuggestedRule } from "@oh-my-pi/pi-agent-core/tools/tool";
import { describeBreadth } from "@oh-my-pi/pi-policy/rules/rule-warning";
import { matchesWildcard } from "@oh-my-pi/pi-policy/rules/wildcard";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { type RuleScope, ruleScopes } from "../../conversation/approval/approval-question.ts";
import { scopeWords } from "./approval-words.ts";

interface RuleFieldOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly rule: SuggestedRule;
	/** What the rule is about. */
	readonly subject: "commands" | "hosts";
	onSubmit(rule: string, scope: RuleScope): void;
	onCancel(): void;
}

/** The rule to be saved, which can be edited, and where it counts. */
export class RuleField implements Component, Focusable {
	readonly #options: RuleFieldOptions;
	readonly #input: Input;
	#scope: RuleScope = "project";
	#problem: string | undefined;
	focused = false;

	constructor(options: RuleFieldOptions) {
		const { theme, keymap, rule, onCancel } = options;
		this.#options = options;
		this.#input = new Input({
			theme,
			keymap,
			placeholder: "* stands for anything",
			onSubmit: (text) => this.#submit(text.trim()),
			onCancel,
		});
		this.#input.setText(rule.suggestion);
	}

	handleInput(data: string): void {
		this.#problem = undefined;
		if (matchesKey(data, "tab")) this.#scope = nextScope(this.#scope);
		else this.#input.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#input.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#options;
		this.#input.focused = this.focused;
		const scopes = ruleScopes.map((scope) => {
			const mark = theme.symbol(scope === this.#scope ? "radio.on" : "radio.off");
			return scope === this.#scope ? theme.accent(`${mark} ${scopeWords[scope]}`) : `${mark} ${scopeWords[scope]}`;
		});
		return [
			theme.muted(`Always allow ${this.#options.subject} matching (* matches anything):`),
			...this.#input.render(width),
			scopes.join("  "),
			...this.#notes(width),
		];
	}

	#notes(width: number): string[] {
		const { theme } = this.#options;
		if (this.#problem !== undefined) return [theme.error(this.#problem)];
		const breadth = describeBreadth(this.#input.text);
		return breadth === undefined ? [] : wrapTextWithAnsi(theme.warning(breadth), width);
	}

	invalidate(): void {
		this.#input.invalidate();
	}

	/** A rule that does not cover this very call is a typo. */
	#submit(rule: string): void {
		if (matchesWildcard(rule, this.#options.rule.call)) this.#options.onSubmit(rule, this.#scope);
		else this.#problem = "Does not match this command (* matches anything)";
	}
}

function nextScope(scope: RuleScope): RuleScope {
	return ruleScopes[(ruleScopes.indexOf(scope) + 1) % ruleScopes.length] ?? scope;
}
