import { groupBy } from "./aggregate.ts";
import type { CallGroup } from "./groups.ts";
import type { Range } from "./range.ts";
import { series } from "./request-answers.ts";

type Groups = readonly CallGroup[];

/** Which tools were called, how often they failed, and their share of tokens and cost. */
export function toolAnswer(groups: Groups, range: Range) {
	const [tool, model] = [
		({ tool: name }: CallGroup) => name,
		(group: CallGroup) => `${group.tool} ${group.provider} ${group.model}`,
	];
	return {
		byTool: groupBy(groups, tool)
			.map((own) => ({ tool: own[0]?.tool ?? "", ...sumCalls(own) }))
			.sort(byCalls),
		byToolModel: groupBy(groups, model)
			.map((own) => ({
				...{ tool: own[0]?.tool ?? "", model: own[0]?.model ?? "", provider: own[0]?.provider ?? "" },
				...sumCalls(own),
			}))
			.sort(byCalls),
		series: series(groups, range, tool).map(({ timestamp, own }) => {
			const { calls, errors } = sumCalls(own);
			return { timestamp, tool: own[0]?.tool ?? "", calls, errors };
		}),
	};
}

function sumCalls(groups: Groups) {
	const sum = (read: (group: CallGroup) => number) => groups.reduce((total, group) => total + read(group), 0);
	return {
		calls: sum(({ calls }) => calls),
		errors: sum(({ errors }) => errors),
		argsChars: sum(({ argsChars }) => argsChars),
		resultChars: sum(({ resultChars }) => resultChars),
		totalTokensShare: sum(({ totalTokens }) => totalTokens),
		outputTokensShare: sum(({ outputTokens }) => outputTokens),
		costShare: sum(({ cost }) => cost),
		lastUsed: groups.reduce((latest, { lastAt }) => Math.max(latest, lastAt), 0),
	};
}

function byCalls(a: { readonly calls: number; readonly tool: string }, b: typeof a): number {
	return b.calls - a.calls || a.tool.localeCompare(b.tool);
}
