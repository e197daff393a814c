import type { CapScope, CapUnit } from "../../budget/budget-settings.ts";
import type { Command } from "../../commands/contract/command.ts";
import { notice } from "../../commands/contract/outcome.ts";

const usage =
	"Usage: /budget [run|turn|session|day|project|agent] [$2 | 200k tokens | 50 requests | 30 minutes | off] [save]";

export const budgetCommand: Command = {
	name: "budget",
	summary: "Show and set spending caps",
	group: "system",
	hint: "[scope] [amount|off] [save]",
	subcommands: [
		{ name: "show", summary: "Show the caps and what is used" },
		{ name: "turn", summary: "Cap one prompt: $0.50, 200k tokens, 20 requests, 10 minutes or off" },
		{ name: "session", summary: "Cap this session" },
		{ name: "day", summary: "Cap today, all omps together" },
		{ name: "project", summary: "Cap this project" },
		{ name: "agent", summary: "Cap each sub-agent with all below it" },
		{ name: "run", summary: "Cap this run" },
	],
	async run({ args, session: { workbench, settings, conversation } }) {
		const [{ budgetReport }, { amount, scopeNames }, { budgetSettings, capScopes, capUnits }] = await Promise.all([
			import("../../budget/budget-report.ts"),
			import("../../budget/budget-text.ts"),
			import("../../budget/budget-settings.ts"),
		]);
		const { budget } = workbench;
		const meter = budget.findMeter(conversation.id);
		if (!meter) throw new Error("This conversation has no budget");
		const [scopeWord = "show", ...rest] = args.split(/\s+/).filter(Boolean);
		if (scopeWord === "show" && rest.length === 0) return notice(await budgetReport(budget, meter));
		const scope = [...capScopes, "run" as const].find((name) => name === scopeWord);
		const saves = rest.at(-1) === "save";
		const wanted = parseAmount((saves ? rest.slice(0, -1) : rest).join(" "));
		if (!scope || !wanted || (saves && scope === "run")) throw new Error(usage);
		const units = wanted.unit ? [wanted.unit] : capUnits;
		for (const unit of units) {
			if (scope === "run") budget.run = { ...budget.run, [unit]: wanted.amount };
			else set(scope, unit);
		}
		if (saves) await settings.flush();
		const what = wanted.unit
			? `Cap for ${scopeNames[scope]}: ${amount(wanted.unit, wanted.amount)}`
			: `No cap for ${scopeNames[scope]}`;
		const until = saves ? "saved" : "for this run";
		return notice(`${what} (${until}).\n${await budgetReport(budget, meter)}`);

		function set(name: CapScope, unit: CapUnit): void {
			const setting = budgetSettings[name][unit];
			const value = wanted?.amount ?? 0;
			const problem = setting.problemWith(value);
			if (problem) throw new Error(`${setting.key} ${problem}`);
			if (saves) settings.set(setting, value);
			settings.override(setting, value);
		}
	},
};

const unitWords: Readonly<Record<string, CapUnit>> = {
	"": "usd",
	usd: "usd",
	token: "tokens",
	tokens: "tokens",
	request: "requests",
	requests: "requests",
	min: "minutes",
	minute: "minutes",
	minutes: "minutes",
};

/** `$2`, `200k tokens`, `off`; without a unit all caps of the scope are meant. */
function parseAmount(text: string): { readonly unit?: CapUnit; readonly amount: number } | undefined {
	if (text === "off") return { amount: 0 };
	const [, dollar, digits = "", factor = "", word = ""] =
		/^(\$?)(\d+(?:\.\d+)?)([km]?)(?:\s*([a-z]+))?$/i.exec(text) ?? [];
	const unit = unitWords[word.toLowerCase()];
	if (digits === "" || !unit || (dollar && unit !== "usd")) return undefined;
	const amount = Number(digits) * ({ k: 1000, m: 1_000_000 }[factor.toLowerCase()] ?? 1);
	return amount > 0 ? { unit, amount } : undefined;
}
