import { expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fileEnvironment } from "../log/session-environment.ts";
import { fakeHost } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";
import { createSession } from "./create-session.ts";
import { openSession } from "./open-session.ts";
import { takeBackRescued } from "./take-back-rescued.ts";

/** A session of two messages that went on in the rescue folder with two more. */
async function rescuedSession(project: Workspace) {
	const environment = fileEnvironment(fakeHost(), project.file("agent"));
	const log = createSession(environment, { cwd: "/work/app" });
	log.appendMessage(user("one"));
	log.appendMessage(assistant("two"));
	const original = log.file ?? "";
	const folder = project.file("rescue");
	const rescued = join(folder, basename(original));
	expect(await log.continueIn(rescued)).toBe(true);
	log.appendMessage(user("three"));
	log.appendMessage(assistant("four"));
	environment.storage.writeText(join(log.artifactsDirectory ?? "", "0.bash.log"), "output");
	return { environment, log, original, folder, rescued };
}

function said(environment: ReturnType<typeof fileEnvironment>, file: string) {
	const opened = openSession(environment, file);
	if (opened.kind !== "opened") throw new Error(opened.kind);
	const { log } = opened;
	const texts = [...log.path()].flatMap((step) => {
		const entry = step.entry();
		if (entry?.type !== "message" || !("content" in entry.message)) return [];
		return [
			JSON.stringify(entry.message.content)
				.replace(/.*"text":"([^"]*)".*/, "$1")
				.replaceAll('"', ""),
		];
	});
	return { log, texts };
}

test("what was said elsewhere is put back, and the copy is gone", async () => {
	await using project = await workspace();
	mkdirSync(project.file("rescue"));
	const { environment, log, original, folder, rescued } = await rescuedSession(project);
	expect(takeBackRescued(environment, folder)).toEqual([
		{ rescued, original, problem: `it is in use by process ${process.pid}` },
	]);
	await log.close();
	expect(takeBackRescued(environment, folder)).toEqual([{ rescued, original }]);
	const back = said(environment, original);
	expect(back.texts).toEqual(["one", "two", "three", "four"]);
	expect(back.log.header.previousSessionFiles).toBeUndefined();
	expect(existsSync(join(back.log.artifactsDirectory ?? "", "0.bash.log"))).toBe(true);
	expect([existsSync(rescued), takeBackRescued(environment, folder)]).toEqual([false, []]);
	await back.log.close();
});

test("a session that was continued in its own file, too, keeps both branches and goes on with the newer one", async () => {
	await using project = await workspace();
	mkdirSync(project.file("rescue"));
	const { environment, log, original, folder, rescued } = await rescuedSession(project);
	await log.close();
	const { log: old } = said(environment, original);
	old.appendMessage(user("other way"));
	await old.close();
	utimesSync(rescued, 1, 1);
	expect(takeBackRescued(environment, folder)).toEqual([{ rescued, original }]);
	const back = said(environment, original);
	expect(back.texts).toEqual(["one", "two", "other way"]);
	const all = [...back.log.lines()].map((line) => Buffer.from(line).toString());
	for (const text of ["three", "four", "other way"]) expect(all.join("")).toContain(text);
	await back.log.close();
});

test("what is no session of this user there is left alone", async () => {
	await using project = await workspace();
	mkdirSync(project.file("rescue"));
	const { environment, log, folder, rescued } = await rescuedSession(project);
	await log.close();
	symlinkSync(folder, project.file("link"));
	expect(takeBackRescued(environment, project.file("link"))).toEqual([]);
	writeFileSync(join(folder, "2026-01-01T00-00-00-000Z_x.jsonl"), "no session\n");
	writeFileSync(join(folder, "notes.txt"), "x");
	expect(takeBackRescued(environment, project.file("nothing"))).toEqual([]);
	expect(takeBackRescued(environment, folder).map(({ rescued: file }) => file)).toEqual([rescued]);
});
