import { resolve } from "node:path";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { Hook } from "../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import type { CommandActions } from "../../file-commands/command-actions.ts";
import type { Workbench } from "../workbench.ts";

interface CommandTurn {
	readonly actions: CommandActions;
	readonly name: string;
}

const maxKnown = 100;

/** Model and permissions of commands: they count while the command's prompt is the last thing the user sent. */
export class CommandTurns {
	readonly #workbench: Workbench;
	readonly #folder: WorkingFolder;
	/** By prompt. */
	readonly #known = new Map<string, CommandTurn>();
	#allowed: readonly string[] = [];

	constructor(workbench: Workbench, folder: WorkingFolder) {
		this.#workbench = workbench;
		this.#folder = folder;
	}

	begin(prompt: string, actions: CommandActions, name: string): void {
		this.#known.set(prompt.trim(), { actions, name });
		const [oldest] = this.#known.keys();
		if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
	}

	hook(live: LiveContext): Hook {
		const { registry, approvals } = this.#workbench;
		/** The model that the user had, and the one in its place. */
		let replaced: { readonly before: Model | undefined; readonly now: Model } | undefined;
		let current: CommandTurn | undefined;
		let changing: Promise<void> = Promise.resolve();
		let removeJudge: (() => void) | undefined;

		const leave = async () => {
			current = undefined;
			this.#allowed = [];
			removeJudge?.();
			removeJudge = undefined;
			const { before, now } = replaced ?? {};
			replaced = undefined;
			// A model that the user chose meanwhile stays.
			if (before && live.parts.model === now) await live.useModel(before);
		};
		const enter = async (turn: CommandTurn) => {
			current = turn;
			const { allowedTools, model: wanted } = turn.actions;
			this.#allowed = allowedTools;
			if (allowedTools.length > 0) {
				const { isAllowedBy } = await import("../tools/allowed-tools.ts");
				const cwd = resolve(this.#folder.path);
				removeJudge = approvals.addJudge((call) =>
					this.#allowed.some((rule) => isAllowedBy(rule, call, cwd)) ? { verdict: "allow" } : undefined,
				);
			}
			if (wanted === undefined) return;
			const { selectModel } = await import("@oh-my-pi/pi-ai/models/select/select");
			const found = await selectModel(wanted, registry).catch(() => undefined);
			if (found?.kind !== "found" || !registry.isUsable(found.model.provider)) {
				live.notify(
					"warning",
					`/${turn.name} wants the model ${wanted}, which is not there. Yours is used.`,
					"commands",
				);
				return;
			}
			if (found.model === live.parts.model) return;
			replaced = { before: live.parts.model, now: found.model };
			await live.useModel(found.model);
		};
		const follow = async (turn: CommandTurn | undefined) => {
			if (turn === current) return;
			await leave();
			if (turn) await enter(turn);
		};
		return {
			name: "command-turns",
			beforeRequest: () => {
				if (this.#known.size === 0) return undefined;
				changing = changing.then(() => follow(this.#known.get(lastPrompt(live.parts.messages) ?? "")));
				return changing;
			},
			onIdle() {
				if (current) changing = changing.then(leave);
			},
		};
	}
}

/** What the user sent last. */
function lastPrompt(messages: readonly AgentMessage[]): string | undefined {
	const last = messages.findLast((message) => message.role === "user" && "content" in message);
	return last && "content" in last ? joinText(last.content as Parameters<typeof joinText>[0]).trim() : undefined;
}
