import { type Sign, signs } from "../store/rows.ts";
import type { StatsStore } from "../store/stats-store.ts";
import { groupBy } from "./aggregate.ts";
import { bucketStart, type Range, rangeStart } from "./range.ts";
import { modelKey } from "./request-answers.ts";

interface UserMessage extends Readonly<Record<Sign, number>> {
	readonly at: number;
	readonly provider: string;
	readonly model: string;
	readonly chars: number;
}

/** Signs of displeasure in what the user typed, by the model that answered. */
export function behaviorAnswer(store: StatsStore, range: Range, now: number) {
	const messages = store.all<UserMessage>(
		`SELECT at, coalesce(providerName.text, 'unknown') AS provider, coalesce(modelName.text, 'unknown') AS model, chars,
		${signs.join(", ")} FROM users LEFT JOIN names providerName ON providerName.id = users.provider
		LEFT JOIN names modelName ON modelName.id = users.model WHERE at >= ? ORDER BY at`,
		rangeStart(range, now) ?? Number.MIN_SAFE_INTEGER,
	);
	return {
		overall: sumSigns(messages),
		byModel: groupBy(messages, modelKey)
			.map((own) => ({ ...readModel(own), ...sumSigns(own) }))
			.sort((a, b) => b.messages - a.messages),
		behaviorSeries: groupBy(messages, (message) => `${bucketStart(range, message.at)} ${modelKey(message)}`).map(
			(own) => ({
				timestamp: bucketStart(range, own[0]?.at ?? 0),
				...readModel(own),
				...sumSigns(own),
			}),
		),
	};
}

function readModel([first]: readonly UserMessage[]) {
	return { model: first?.model ?? "", provider: first?.provider ?? "" };
}

function sumSigns(messages: readonly UserMessage[]) {
	const sum = (read: (message: UserMessage) => number) => messages.reduce((total, message) => total + read(message), 0);
	const bySign = Object.fromEntries(signs.map((sign) => [sign, sum((message) => message[sign])])) as Record<
		Sign,
		number
	>;
	return {
		messages: messages.length,
		chars: sum(({ chars }) => chars),
		...bySign,
		total: signs.reduce((total, sign) => total + bySign[sign], 0),
	};
}
