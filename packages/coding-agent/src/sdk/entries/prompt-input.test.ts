import { describe, expect, test } from "bun:test";
import { joinText } from "@oh-my-pi/pi-ai/message";
import { says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type CreateAgentSessionOptions, createAgentSession } from "./embedded-entry.ts";

/** A session whose model answers everything with "Done."; `asked` gives the user's messages of the last request. */
async function prompting(
	extension: NonNullable<CreateAgentSessionOptions["extensions"]>[number],
	files: Record<string, string> = {},
) {
	const place = await workspace(files);
	const model = scriptedModel([says("Done."), says("Done.")]);
	const { session } = await createAgentSession({
		cwd: place.path,
		agentDir: place.file("agent"),
		model: scriptedModelRecord,
		streamFn: model.streamFn,
		extensions: [extension],
	});
	return {
		session,
		requests: model.requests,
		asked: () =>
			model.requests
				.at(-1)
				?.context.messages.flatMap(({ role, content }) =>
					role === "user" ? [joinText(content).replace(/^<system-reminder>.*<\/system-reminder>/, "")] : [],
				),
		async [Symbol.asyncDispose]() {
			await session.dispose();
			await place[Symbol.asyncDispose]();
		},
	};
}

describe("session.prompt", () => {
	test("an extension that handles input sees it first: it may rewrite it or keep it from the model", async () => {
		const seen: string[] = [];
		await using at = await prompting((pi) => {
			pi.on("input", ({ text, source }) => {
				seen.push(`${source}: ${text}`);
				return text === "mine" ? { handled: true } : { text: "REWRITTEN" };
			});
		});
		await at.session.prompt("original");
		await at.session.prompt("mine");
		expect({ seen, requests: at.requests.length, asked: at.asked() }).toEqual({
			seen: ["rpc: original", "rpc: mine"],
			requests: 1,
			asked: ["REWRITTEN"],
		});
	});

	test("a command of an extension runs, and a command file becomes its prompt", async () => {
		const noted: string[] = [];
		await using at = await prompting(
			(pi) => pi.registerCommand("note", { description: "Notes", handler: async (args) => void noted.push(args) }),
			{ "agent/commands/greet.md": "Say hello to $ARGUMENTS in verse." },
		);
		await at.session.prompt("/note this");
		expect([noted, at.requests.length]).toEqual([["this"], 0]);
		await at.session.prompt("/greet Bern");
		expect(at.asked()).toEqual(["Say hello to Bern in verse."]);
	});

	test("a built-in command is text for the model: a program has methods for them", async () => {
		await using at = await prompting(() => {});
		await at.session.prompt("/model other");
		expect(at.asked()).toEqual(["/model other"]);
	});
});
