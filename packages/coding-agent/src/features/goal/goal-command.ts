import { describeGoal } from "@oh-my-pi/pi-tools/goal/goal";
import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import type { Goal } from "@oh-my-pi/pi-tools/services/goal-store";
import type { Command } from "../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../commands/contract/outcome.ts";
import type { Ask } from "../../dialogs/contract/dialog.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { findGoal } from "./running-goal.ts";

export const goalCommand: Command = {
	name: "goal",
	summary: "Work toward a goal until it's done",
	group: "model",
	hint: "<objective> | set|show|pause|resume|drop|budget",
	subcommands: [
		{ name: "set", summary: "Set the objective" },
		{ name: "show", summary: "Show objective, budget and usage" },
		{ name: "pause", summary: "Pause the goal" },
		{ name: "resume", summary: "Continue" },
		{ name: "drop", summary: "Drop the goal" },
		{ name: "budget", summary: "Limit tokens: a number, or off" },
	],
	describe: (session) => findGoal(session).goal?.status,
	screen: {
		async run(call, { ask }) {
			const { session, args } = call;
			if (!session.settings.get(goalSettings.enabled))
				return notice("Goal mode is disabled (goal.enabled).", "warning");
			const [, name = "", words = ""] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
			const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
			if (args === "") return chooseAct(session, ask);
			if (act) return act(session, words, ask);
			if (words === "") throw new Error(`Unknown: /goal ${name}. To make one word the objective: /goal set ${name}`);
			return begin(session, args);
		},
	},
};

type Act = (session: OpenedConversation, words: string, ask: Ask) => Promise<CommandOutcome>;

const acts: Readonly<Record<string, Act>> = {
	set: (session, words, ask) => (words === "" ? askForObjective(session, ask) : begin(session, words)),
	show,
	status: show,
	async pause(session) {
		return goalNotice(findGoal(session).pause(), "Goal paused. /goal resume continues.");
	},
	async resume(session) {
		const { objective } = findGoal(session).resume();
		return { kind: "prompt", text: `Keep working on the goal: ${objective}`, notice: "Goal resumed." };
	},
	async drop(session) {
		const goal = findGoal(session).drop();
		await session.conversation.refresh();
		return goalNotice(goal, "Goal dropped.");
	},
	async budget(session, words) {
		const amount = /^(\d+(?:\.\d+)?)\s*([km])?$/i.exec(words);
		if (!amount && words !== "off") return notice("Usage: /goal budget <tokens|off>, as in 200k", "warning");
		const factor = { k: 1000, m: 1_000_000 }[(amount?.[2] ?? "").toLowerCase()] ?? 1;
		const budget = amount ? Math.round(Number(amount[1]) * factor) : undefined;
		return goalNotice(
			findGoal(session).setBudget(budget),
			budget === undefined ? "No limit." : `Limit: ${budget.toLocaleString("en")} tokens.`,
		);
	},
};

async function show(session: OpenedConversation): Promise<CommandOutcome> {
	const { goal } = findGoal(session);
	return notice(goal ? describeGoal(goal) : noGoal);
}

const noGoal = "No goal is set. Use /goal <objective>.";

function goalNotice(goal: Goal, text: string): CommandOutcome {
	return notice(`${text}\n${describeGoal(goal)}`);
}

async function begin(session: OpenedConversation, objective: string): Promise<CommandOutcome> {
	findGoal(session).create(objective);
	await session.conversation.refresh();
	return {
		kind: "prompt",
		text: objective,
		notice: "Goal set. omp keeps working until it's done; Esc stops it.",
	};
}

async function askForObjective(session: OpenedConversation, ask: Ask): Promise<CommandOutcome> {
	const { textDialog } = await import("../../dialogs/text-dialog.ts");
	const objective = await ask(textDialog({ title: "Goal", question: "What is the goal?" }));
	return objective ? begin(session, objective) : { kind: "done" };
}

/** What to do with the goal, or which one to set. */
async function chooseAct(session: OpenedConversation, ask: Ask): Promise<CommandOutcome> {
	const { goal } = findGoal(session);
	if (!goal) return askForObjective(session, ask);
	const [{ selectDialog }, { textDialog }] = await Promise.all([
		import("../../dialogs/select-dialog.ts"),
		import("../../dialogs/text-dialog.ts"),
	]);
	const isActive = goal.status === "active";
	const chosen = await ask(
		selectDialog({
			title: `Goal: ${goal.objective.slice(0, 60)}`,
			items: [
				isActive ? { value: "pause", label: "Pause" } : { value: "resume", label: "Resume" },
				{ value: "show", label: "Show details" },
				{ value: "budget", label: "Adjust budget…" },
				{ value: "drop", label: "Drop" },
			],
			filterable: false,
		}),
	);
	if (chosen === undefined) return { kind: "done" };
	if (chosen !== "budget") return acts[chosen]?.(session, "", ask) ?? { kind: "done" };
	const budget = await ask(textDialog({ title: "Budget", question: "How many tokens? A number, 200k, or off" }));
	return budget ? (acts.budget?.(session, budget, ask) ?? { kind: "done" }) : { kind: "done" };
}
