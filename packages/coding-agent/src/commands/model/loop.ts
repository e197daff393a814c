import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";
import type { LoopLimit } from "../contract/prompt-loop.ts";

export const loopCommand: Command = {
	name: "loop",
	summary: "Repeat the next prompt after each turn",
	group: "model",
	hint: "[count|duration] [prompt]",
	screen: {
		async run({ session, args }, { loop, notify, attempt }) {
			if (loop.isOn && args === "") {
				loop.end("Loop turned off");
				return { kind: "done" };
			}
			const { limit, prompt } = parseLoop(args);
			if (limit.rounds === 0 || limit.durationMs === 0)
				return notice("Usage: /loop [count|duration] [prompt]", "warning");
			if (loop.isOn) loop.end("Previous loop ended");
			loop.begin(limit, session, { notify, attempt });
			const what = prompt === "" ? "your next prompt" : "the prompt";
			const text = `Loop on: ${what} repeats ${describeLimit(limit)}until you press Esc.`;
			return prompt === "" ? notice(text) : { kind: "prompt", text: prompt, notice: text };
		},
	},
};

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `3 prompt` is three rounds, `10m prompt` ten minutes; anything else belongs to the prompt. */
export function parseLoop(args: string): { limit: LoopLimit; prompt: string } {
	const [, amount, unit = "", rest] = /^(\d+)(s|m|h)?(?:\s+([\s\S]*))?$/.exec(args.trim()) ?? [];
	if (amount === undefined) return { limit: {}, prompt: args.trim() };
	const factor = unitMs[unit];
	const limit = factor === undefined ? { rounds: Number(amount) } : { durationMs: Number(amount) * factor };
	return { limit, prompt: (rest ?? "").trim() };
}

function describeLimit({ rounds, durationMs }: LoopLimit): string {
	if (rounds !== undefined) return `${rounds} ${rounds === 1 ? "time" : "times"} or `;
	return durationMs === undefined ? "" : `for ${Math.round(durationMs / 1000)} s or `;
}
