import { expect, test } from "bun:test";
import { says } from "@oh-my-pi/pi-testkit/scripted-model";
import { hands, task, teamSession } from "./testing/team.ts";

test("a child runs and its result reaches the parent", async () => {
	await using team = await teamSession({
		scripts: { Main: [task({ name: "Alpha", task: "Look" }), says("done")], Alpha: [hands({ answer: 42 })] },
	});
	await team.prompt("go");
	console.log(team.lastResult("task"));
	console.log(JSON.stringify(team.requests("Alpha")[0]?.context.messages));
	console.log([team.requests("Alpha")[0]?.context.systemPrompt].flat().at(-1));
	console.log(
		team
			.requests("Alpha")[0]
			?.context.tools?.map(({ name }) => name)
			.join(),
	);
	expect(team.lastResult("task")).toContain('"answer": 42');
});
