import { parsePolicy } from "@oh-my-pi/pi-policy/rules/tool-policies";
import { bashSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { selectDialog } from "../../dialogs/select-dialog.ts";
import { textDialog } from "../../dialogs/text-dialog.ts";
import { type ApprovalMode, approvalModes, approvalModeWords } from "../../settings/approval-mode.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import type { Settings } from "../../settings/settings.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";
import type { DialogPort } from "../contract/screen-ports.ts";

export const approvalsCommand: Command = {
	name: "approvals",
	aliases: ["permissions"],
	summary: "Show and edit what runs without asking",
	group: "system",
	hint: "[always-ask|write|auto|yolo]",
	subcommands: approvalModes.map((name) => ({ name, summary: approvalModeWords[name].sentence })),
	async run({ args, session }) {
		const mode = args.trim();
		if (mode === "") return notice(approvalLines(session).join("\n"));
		return setMode(mode, session.settings);
	},
	screen: {
		async run({ args, session }, ports) {
			const mode = args.trim();
			if (mode !== "") return setMode(mode, session.settings);
			while (await editOnce(session, ports)) {
				// Shown again with what is different now.
			}
			return { kind: "done" };
		},
	},
};

function setMode(name: string, settings: Settings) {
	const mode = approvalModes.find((known) => known === name);
	if (!mode) throw new Error(`Unknown approval mode: ${name}. Modes: ${approvalModes.join(", ")}`);
	settings.override(approvalSettings.approvalMode, mode);
	return notice(`Approvals for this run: ${approvalModeWords[mode].sentence}.`);
}

type Policy = "allow" | "prompt" | "deny";

/** A rule that stands somewhere, in words and with the way to change it. */
interface Rule {
	readonly text: string;
	readonly scope: string;
	/** The pattern, where there is one to edit. */
	readonly match?: string;
	change(next: { match?: string; approval?: Policy } | undefined): void;
}

function listRules({ settings, workbench }: OpenedConversation): Rule[] {
	const patterns = settings.get(bashSettings.patterns);
	const commands = patterns.flatMap((entry, index): Rule[] => {
		const { match, approval, path } = fieldsOf(entry);
		if (typeof match !== "string") return [];
		return [
			{
				text: `${parsePolicy(approval) ?? "prompt"}  ${match}`,
				scope: typeof path === "string" ? `in ${path}` : "everywhere",
				match,
				change(next) {
					const changed = next ? [{ ...fieldsOf(entry), ...next }] : [];
					settings.set(bashSettings.patterns, patterns.toSpliced(index, 1, ...changed));
				},
			},
		];
	});
	const tools = Object.entries(settings.get(approvalSettings.approval)).flatMap(([tool, policy]): Rule[] => {
		if (Array.isArray(policy)) return placedRules(settings, tool, policy);
		const known = parsePolicy(policy);
		if (!known) return [];
		const change: Rule["change"] = (next) =>
			settings.setEntry(approvalSettings.approval, tool, next ? (next.approval ?? known) : undefined);
		return [{ text: `${known}  every ${tool} call`, scope: "everywhere", change }];
	});
	const { approvals } = workbench;
	const { tools: allowed, rules } = approvals.sessionPermissions;
	const ofSession = [...allowed.map((tool) => `every ${tool} call`), ...rules.map(({ match }) => match)].map(
		(text): Rule => ({ text: `allow  ${text}`, scope: "this session", change: () => approvals.forgetSession() }),
	);
	return [...commands, ...tools, ...ofSession];
}

/** Policies for a tool that hold in one folder each. */
function placedRules(settings: Settings, tool: string, policies: readonly unknown[]): Rule[] {
	return policies.flatMap((entry, index): Rule[] => {
		const { approval, path } = fieldsOf(entry);
		const known = parsePolicy(approval);
		if (!known) return [];
		const change: Rule["change"] = (next) => {
			const rest = policies.toSpliced(index, 1, ...(next ? [{ ...fieldsOf(entry), ...next }] : []));
			settings.setEntry(approvalSettings.approval, tool, rest.length === 0 ? undefined : rest);
		};
		const scope = typeof path === "string" ? `in ${path}` : "everywhere";
		return [{ text: `${known}  every ${tool} call`, scope, change }];
	});
}

function approvalLines(session: OpenedConversation): string[] {
	const mode = session.settings.get(approvalSettings.approvalMode);
	const rules = listRules(session);
	return [
		`Mode: ${mode} (${approvalModeWords[mode].sentence.toLowerCase()})`,
		...(rules.length === 0 ? ["No rules."] : ["Rules:", ...rules.map(({ text, scope }) => `  ${text} (${scope})`)]),
	];
}

/** The mode and the rules to choose from; true when something was changed. */
async function editOnce(session: OpenedConversation, { ask }: DialogPort): Promise<boolean> {
	const { settings } = session;
	const mode = settings.get(approvalSettings.approvalMode);
	const rules = listRules(session);
	const chosen = await ask(
		selectDialog<"mode" | "add" | Rule>({
			title: "Approvals",
			items: [
				{ value: "mode", label: `Mode: ${mode}`, description: approvalModeWords[mode].sentence },
				...rules.map((rule) => ({ value: rule, label: rule.text, description: rule.scope })),
				{ value: "add", label: "Add a rule for commands…", description: "* matches anything" },
			],
		}),
	);
	if (chosen === undefined) return false;
	if (chosen === "mode") await chooseMode(settings, mode, ask);
	else if (chosen === "add") await addRule(settings, ask);
	else await editRule(chosen, ask);
	return true;
}

async function chooseMode(settings: Settings, current: ApprovalMode, ask: DialogPort["ask"]): Promise<void> {
	const mode = await ask(
		selectDialog<ApprovalMode>({
			title: "What may omp do without asking?",
			items: approvalModes.map((value) => ({ value, label: value, description: approvalModeWords[value].sentence })),
			isCurrent: (value) => value === current,
		}),
	);
	if (mode === undefined) return;
	settings.override(approvalSettings.approvalMode, undefined);
	settings.set(approvalSettings.approvalMode, mode);
}

async function addRule(settings: Settings, ask: DialogPort["ask"]): Promise<void> {
	const match = await ask(
		textDialog({ title: "Rule for commands", placeholder: "git commit *", problemWith: noPattern }),
	);
	const approval = match === undefined ? undefined : await choosePolicy(ask);
	if (match === undefined || approval === undefined) return;
	const rule = { match: match.trim(), approval };
	const patterns = settings.get(bashSettings.patterns);
	// The first rule that fits counts; a refusal must not come too late.
	settings.set(bashSettings.patterns, approval === "deny" ? [rule, ...patterns] : [...patterns, rule]);
}

async function editRule(rule: Rule, ask: DialogPort["ask"]): Promise<void> {
	const isOfSession = rule.scope === "this session";
	const action = await ask(
		selectDialog<"remove" | "match" | "approval">({
			title: rule.text,
			items: [
				...(rule.match === undefined ? [] : [{ value: "match" as const, label: "Edit the pattern" }]),
				...(isOfSession ? [] : [{ value: "approval" as const, label: "Allow, ask or deny" }]),
				{
					value: "remove",
					label: isOfSession ? "Forget what was allowed in this session" : "Remove the rule",
				},
			],
		}),
	);
	if (action === "remove") rule.change(undefined);
	if (action === "match") {
		const match = await ask(textDialog({ title: "Pattern", text: rule.match ?? "", problemWith: noPattern }));
		if (match !== undefined) rule.change({ match: match.trim() });
	}
	if (action === "approval") {
		const approval = await choosePolicy(ask);
		if (approval) rule.change({ approval });
	}
}

function choosePolicy(ask: DialogPort["ask"]): Promise<Policy | undefined> {
	return ask(
		selectDialog<Policy>({
			title: "Matching commands",
			items: [
				{ value: "allow", label: "Allow", description: "run without asking" },
				{ value: "prompt", label: "Ask", description: "every time" },
				{ value: "deny", label: "Deny", description: "in every mode" },
			],
		}),
	);
}

function noPattern(text: string): string | undefined {
	return text.trim() === "" ? "Enter a command; * matches anything" : undefined;
}

function fieldsOf(entry: unknown): Record<string, unknown> {
	return typeof entry === "object" && entry !== null ? { ...entry } : {};
}
