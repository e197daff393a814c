import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { createSession } from "@oh-my-pi/pi-session/operations/create-session";
import { Breadcrumbs } from "@oh-my-pi/pi-session/resume/breadcrumbs";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { assistant, testHost, user } from "../conversation/testing/history.ts";
import { deleteStoredSession, renameStoredSession } from "./stored-sessions.ts";

async function storedSession() {
	const files = await workspace();
	const environment = fileEnvironment({ ...testHost, cwd: files.path, home: files.path }, files.file("agent"));
	const log = createSession(environment, { cwd: files.path });
	log.appendMessage(user("hello"));
	log.appendMessage(assistant("Hi."));
	await log.artifacts.save("bash", "long output");
	const breadcrumbs = new Breadcrumbs(environment.storage, environment.agentDir);
	breadcrumbs.leave("tty1", { cwd: files.path, file: log.file ?? "", fresh: false });
	return { files, environment, log, breadcrumbs, file: log.file ?? "" };
}

verifies("sessions:op:delete", async () => {
	const { files, environment, log, breadcrumbs, file } = await storedSession();
	await using _files = files;
	await expect(deleteStoredSession(environment, file)).rejects.toThrow("The session is in use");
	await log.close();
	expect(existsSync(file)).toBe(true);
	await deleteStoredSession(environment, file);
	expect(existsSync(file)).toBe(false);
	const left = (await readdir(files.file("agent"), { recursive: true })).filter((name) =>
		/artifact|\.jsonl|long|bash/.test(name),
	);
	expect(left).toEqual([]);
	expect(breadcrumbs.find("tty1")).toBeUndefined();
});

test("a stored session can be renamed", async () => {
	const { files, environment, log, file } = await storedSession();
	await using _files = files;
	await log.close();
	await renameStoredSession(environment, file, "Owls");
	expect(new SessionListing(environment).list(files.path)[0]).toMatchObject({ title: "Owls", titleSource: "user" });
});
