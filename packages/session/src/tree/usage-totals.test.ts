import { expect, test } from "bun:test";
import { createSession } from "../operations/create-session.ts";
import { memoryEnvironment } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";

function sessionOf(replies: number) {
	const log = createSession(memoryEnvironment(), { cwd: "/work/app" });
	for (let count = 0; count < replies; count++) {
		log.appendMessage(user("go on"));
		log.appendMessage(assistant("done"));
	}
	return log;
}

test("usage of a short session is known at once, also as it grows", () => {
	const log = sessionOf(3);
	const before = log.knownUsage;
	expect(before).toEqual(log.usage());
	log.appendMessage(assistant("more"));
	expect(log.knownUsage?.totalTokens).toBe(((before?.totalTokens ?? 0) / 3) * 4);
});

test("usage of a long session is counted in the background, with the same result", async () => {
	const log = sessionOf(2000);
	expect(log.knownUsage).toBeUndefined();
	const counting = log.countUsage();
	log.appendMessage(assistant("while it is counted"));
	await counting;
	expect(log.knownUsage).toEqual(log.usage());
	expect(log.usage()).toEqual(sessionOf(2001).usage());
	expect(log.usage().totalTokens).toBeGreaterThan(0);
});
