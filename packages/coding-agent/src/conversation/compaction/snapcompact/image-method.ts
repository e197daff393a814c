import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { TextGuard } from "@oh-my-pi/pi-secrets/text-guard";
import { imageBilling } from "../../context/context-tokens.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import { imageHistoryKey, readImageHistory } from "../../history/image-history.ts";
import { serialize } from "../../history/serialize.ts";
import type { CompactionMethod } from "../compaction-method.ts";

/** The strategy `snapcompact`: keeps old messages as images of their text. Needs no model. */
export function imageMethod(model: () => Model | undefined, guard: () => TextGuard | undefined): CompactionMethod {
	return async (preparation) => {
		const { renderHistory } = await import("./render-history.ts");
		const secrets = guard();
		const render = (text: string) => {
			const history = renderHistory(secrets?.hide(text) ?? text, imageBilling(model()));
			if (!secrets) return history;
			const { textHead = "", textTail = "" } = history;
			// A picture is sent as it is; the text beside it is searched again with each request.
			return { ...history, text, textHead: secrets.restore(textHead), textTail: secrets.restore(textTail) };
		};
		const history = render(historyText(preparation));
		const { frames, textHead = "", textTail = "" } = history;
		const pages = frames.length > 0 ? [`[… ${frames.length} pages kept as images …]`, textTail] : [];
		return {
			// For programs that only know summaries.
			summary: [textHead, ...pages].join("\n\n"),
			preserveData: { [imageHistoryKey]: history },
		};
	};
}

/** The text of the removed messages and of everything compacted before. */
export function historyText({ history, turnPrefix, previousSummary, previousPreserveData }: Preparation): string {
	const before = readImageHistory(previousPreserveData)?.text ?? previousSummary;
	const passages = serialize([...history, ...turnPrefix]).map(({ text }) => text);
	return [...(before ? [before] : []), ...passages].join("\n");
}
