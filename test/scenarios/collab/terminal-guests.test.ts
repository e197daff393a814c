import { expect, setDefaultTimeout } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { opened } from "../../e2e/at-terminal.ts";
import { guestTerminal, hostTerminal, shareAt, startRelay } from "./shared-room.ts";

setDefaultTimeout(60_000);

const entryIds = (lines: string) =>
	lines
		.trim()
		.split("\n")
		.slice(1)
		.map((line) => JSON.parse(line).id as string);

verifies(
	"agents:collab:share-and-join",
	async () => {
		const replies = [
			text("First answer for both."),
			toolCall("bash", { i: "Trying", command: "echo made-by-guest > guest.txt; umask 022" }),
			text("The file is there."),
		];
		await using omp = await ompProject({ replies });
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp);
		await host.waitFor("Acme One");
		host.type("hello from the host\r");
		await host.waitFor("First answer for both.");
		const { terminal } = await shareAt(host, relay.port);
		await using guestHome = await ompProject({});
		await using guest = guestTerminal(guestHome, terminal);
		// What was said before is there.
		await guest.waitFor("First answer for both.");
		await guest.waitFor("Ada's session, 2 here");
		await host.waitFor("Grace has joined the shared session.");
		guest.type("a prompt of the guest\r");
		// Shown with the name; the model sees only the text.
		await host.waitFor("[Grace]");
		await opened(guest, "Allow tool: bash");
		await host.waitFor("Run this command?");
		guest.type("\r");
		await guest.waitFor("The file is there.");
		await host.waitFor("The file is there.");
		expect(await omp.files.read("guest.txt")).toBe("made-by-guest\n");
		expect(host.screen()).not.toContain("Run this command?");
		expect(omp.model.requests).toHaveLength(3);
		const sent = JSON.stringify(omp.model.requests[1]);
		expect(sent).toContain("a prompt of the guest");
		expect(sent).not.toContain("Grace");
		expect(guestHome.model.requests).toHaveLength(0);
	},
	60_000,
);

verifies(
	"slash-commands:list:collab-guest",
	async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Waiting", command: "sleep 50" }), text("x")],
		});
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp, ["--yolo"]);
		const { terminal } = await shareAt(host, relay.port);
		await using other = await ompProject({});
		await using guest = guestTerminal(other, terminal);
		await guest.waitFor("2 here");
		guest.type("/compact\r");
		await guest.waitFor("/compact is not available to guests");
		guest.type("!touch made.txt\r");
		await guest.waitFor("Only the host runs commands and code in a shared session.");
		guest.type("wait a while\r");
		await host.waitFor("sleep 50");
		await guest.waitFor("sleep 50");
		// The guest's Esc ends the host's run.
		guest.type("\x1b");
		await until(() => /abort|interrupt|cancel/i.test(host.screen()));
		guest.type("/collab status\r");
		await guest.waitFor("Ada (host)");
		guest.type("/leave\r");
		await guest.waitFor("Back in your own session.");
		await host.waitFor("Grace has left the shared session.");
		expect(await readdir(other.path)).toEqual([]);
		expect(await readdir(omp.path)).toEqual([]);
	},
	60_000,
);

verifies(
	"agents:collab:guest-replica",
	async () => {
		await using omp = await ompProject({
			replies: [text("Before the break."), text("While away."), text("And after.")],
		});
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp);
		const { terminal } = await shareAt(host, relay.port);
		await using other = await ompProject({});
		await using guest = guestTerminal(other, terminal);
		await guest.waitFor("2 here");
		host.type("one\r");
		await guest.waitFor("Before the break.");
		const folder = join(other.home.path, ".omp", "collab");
		const [name = ""] = await readdir(folder);
		const before = entryIds(await readFile(join(folder, name), "utf8"));
		await relay.restart();
		await guest.waitFor(/Waiting for it to come back\.|The connection is lost\./);
		host.type("two\r");
		await host.waitFor("While away.");
		await guest.waitFor("While away.");
		host.type("three\r");
		await guest.waitFor("And after.");
		const [session = []] = await omp.sessions();
		const hostIds = session.slice(1).map(({ id }) => id);
		await until(async () => entryIds(await readFile(join(folder, name), "utf8")).length > before.length + 3);
		const ids = entryIds(await readFile(join(folder, name), "utf8"));
		expect(ids.slice(0, before.length)).toEqual(before);
		expect(new Set(ids).size).toBe(ids.length);
		expect(hostIds).toEqual(expect.arrayContaining(ids.filter((id) => id !== undefined)));
		// The host is killed: the guest says so and keeps what it has.
		host.kill("SIGKILL");
		await guest.waitFor("The host is away.");
		expect(entryIds(await readFile(join(folder, name), "utf8"))).toEqual(ids);
	},
	60_000,
);
