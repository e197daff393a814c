import { fileEnvironment } from "../log/session-environment.ts";
import { openSession } from "../operations/open-session.ts";
import { fakeHost } from "./fake-host.ts";
import { user } from "./messages.ts";
import { unlocked } from "./unlocked.ts";

/** Appends entries to a session that others write to as well, and prints their ids. */
const [file = "", count = "0"] = process.argv.slice(2);
const environment = fileEnvironment({ ...fakeHost(), newId: () => Bun.randomUUIDv7() }, "/nowhere");
const result = openSession({ ...environment, storage: unlocked(environment.storage) }, file);
if (result.kind !== "opened") throw new Error(result.kind);
const ids = Array.from({ length: Number(count) }, (_, n) => result.log.appendMessage(user(`entry ${n}`)));
const readable = ids.filter((id) => result.log.findEntry(id)?.type === "message");
await result.log.close();
console.log(JSON.stringify(readable));
