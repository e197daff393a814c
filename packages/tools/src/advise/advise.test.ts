import { expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { advise, adviseTool } from "./advise.ts";

test("a note goes to the port, as a nit by default, and ends the review", async () => {
	const submitted: unknown[] = [];
	const tool = adviseTool({
		submit(note, severity) {
			submitted.push([note, severity]);
			return { text: "Delivered.", isDelivered: true };
		},
	});
	expect(await runTool(tool, { note: "a" })).toMatchObject({
		content: "Delivered.",
		details: { severity: "nit", isDelivered: true },
		endsRun: true,
	});
	await runTool(tool, { note: "b", severity: "blocker" });
	expect(submitted).toEqual([
		["a", "nit"],
		["b", "blocker"],
	]);
});

test("there is no such tool without a port", () => {
	expect(advise.create?.({} as Parameters<NonNullable<typeof advise.create>>[0])).toBeUndefined();
});
