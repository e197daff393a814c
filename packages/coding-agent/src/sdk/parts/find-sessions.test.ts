import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
	createAgentSession,
	FileSessionStorage,
	findMostRecentSession,
	getRecentSessions,
	MemorySessionStorage,
	resolveResumableSession,
	SessionManager,
} from "../entries/embedded-entry.ts";

/** A session with one message, closed. */
async function savedSession(cwd: string, folder: string, storage: FileSessionStorage | MemorySessionStorage) {
	const manager = SessionManager.create(cwd, folder, storage);
	manager.appendMessage({ role: "user", content: "Hello there", timestamp: 0 });
	await manager.setSessionName("A name");
	manager.ensureOnDisk();
	await manager.close();
	return { file: manager.getSessionFile() ?? "", id: manager.getSessionId() };
}

test.each([
	["files", () => new FileSessionStorage()],
	["memory", () => new MemorySessionStorage()],
] as const)("sessions in %s are listed and found again, by id and by path", async (_name, makeStorage) => {
	await using files = await workspace({});
	const folder = files.file("sessions");
	const storage = makeStorage();
	expect(await findMostRecentSession(folder, storage)).toBeNull();
	const { file, id } = await savedSession(files.path, folder, storage);
	expect(await findMostRecentSession(folder, storage)).toBe(file);
	expect(await getRecentSessions(folder, 4, storage)).toEqual([{ path: file, name: "A name", timeAgo: "just now" }]);
	const found = { scope: "local", session: { id, path: file, cwd: files.path } };
	expect(await resolveResumableSession(id.slice(0, 8), files.path, folder, storage)).toMatchObject(found);
	expect(await resolveResumableSession(file, files.path, folder, storage)).toMatchObject(found);
	expect(await resolveResumableSession("no-such-id", files.path, folder, storage)).toBeUndefined();
});

test("a session in memory is opened again by its path, and nothing of it is on disk", async () => {
	await using files = await workspace({});
	const storage = new MemorySessionStorage();
	const { file } = await savedSession(files.path, files.file("sessions"), storage);
	const { session } = await createAgentSession({
		cwd: files.path,
		agentDir: files.file("agent"),
		sessionManager: await SessionManager.open(file, files.file("sessions"), storage),
	});
	expect([session.sessionName, session.messages.length]).toEqual(["A name", 1]);
	await session.dispose();
	expect(await Bun.file(file).exists()).toBe(false);
});
