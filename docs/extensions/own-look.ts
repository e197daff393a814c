import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";
import { Text } from "@oh-my-pi/pi-tui";

/** How things look in the transcript: messages of one's own, thoughts of the model, and the calls of a tool. */
export default function (pi: ExtensionAPI): void {
	pi.registerMessageRenderer("own-look.weather", ({ content }, { expanded }, theme) => {
		const first = content.split("\n")[0] ?? "";
		return new Text(theme.fg("accent", `☀ ${expanded ? content : first}`), 1, 0);
	});

	pi.registerCommand("weather", {
		description: "Tell the model about the weather",
		handler: async () =>
			pi.sendMessage({ customType: "own-look.weather", content: "Sunny\nand 20 degrees", display: true }),
	});

	pi.registerAssistantThinkingRenderer(({ text, thinkingIndex }, theme) => {
		const words = text.split(/\s+/).length;
		return new Text(theme.fg("dim", `thought ${thinkingIndex + 1}: ${words} words`), 0, 0);
	});

	const { z } = pi.zod;
	pi.registerTool({
		name: "compare",
		description: "Compares two numbers.",
		parameters: z.object({ one: z.number(), other: z.number() }),
		approval: "read",
		async execute(_id, { one, other }: { one: number; other: number }) {
			const sign = one === other ? "=" : one < other ? "<" : ">";
			return { content: [{ type: "text", text: `${one} ${sign} ${other}` }], details: { sign } };
		},
		renderCall: ({ one, other }: { one?: number; other?: number }, { isPartial }, theme) =>
			new Text(`${theme.bold("compare")} ${one ?? "…"} and ${other ?? "…"}${isPartial ? " …" : ""}`, 0, 0),
		renderResult: ({ details, isError }, _options, theme) => {
			const { sign } = details as { sign: string };
			return new Text(theme.fg(isError ? "error" : "success", `The sign is ${sign}`), 0, 0);
		},
	});
}
