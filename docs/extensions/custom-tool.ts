import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** A tool for the model: rolls dice. It only computes, so no approval is needed. */
export default function (pi: ExtensionAPI): void {
	const { z } = pi.zod;
	pi.registerTool({
		name: "roll_dice",
		label: "Roll dice",
		description: "Rolls dice and gives the sum.",
		parameters: z.object({
			count: z.number().int().min(1).max(100).describe("How many dice"),
			sides: z.number().int().min(2).optional().describe("Sides of each, 6 by default"),
		}),
		approval: "read",
		async execute(_id, { count, sides = 6 }: { count: number; sides?: number }) {
			const rolls = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * sides));
			const sum = rolls.reduce((total, roll) => total + roll, 0);
			return { content: [{ type: "text", text: `Rolled ${count}d${sides}: ${sum}` }], details: { rolls } };
		},
	});
}
