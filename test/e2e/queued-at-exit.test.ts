import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, stalled, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal } from "./at-terminal.ts";

test("what is queued when omp exits is in the editor when the session is resumed", async () => {
	await using omp = await ompProject({ replies: [stalled(text("Endless talk."), 1)] });
	{
		await using terminal = await atTerminal(omp);
		terminal.type("talk\r");
		await until(() => omp.model.requests.length === 1);
		await terminal.press("also update the README\r", "Steering · 1");
		await terminal.press("and then queue this\x11", "Queued for after this turn · 1");
		terminal.kill("SIGTERM");
		await terminal.exit;
	}
	await using again = await atTerminal(omp, { args: ["-c"] });
	await until(() => /also update the README[\s\S]*and then queue this/.test(again.screen()));
	expect(omp.model.requests).toHaveLength(1);
}, 60_000);

test("an answer that breaks off is asked for again, and only the whole one stays", async () => {
	const broken = delivered(text("This answer is cut in the middle of its words."), {
		chunkChars: 4,
		cutAfterChunks: 6,
	});
	await using omp = await ompProject({ replies: [broken, text("The whole answer.")] });
	await omp.home.write(".omp/agent/config.yml", "retry: { baseDelayMs: 10 }\n");
	const { stdout, exitCode } = await omp.run(["-p", "hello"]);
	expect([stdout, exitCode]).toEqual(["The whole answer.\n", 0]);
	expect(JSON.stringify(omp.model.requests[1]?.messages)).not.toContain("This answer");
}, 60_000);
