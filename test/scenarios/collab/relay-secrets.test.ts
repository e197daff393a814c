import { expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { leaksIn, plantedSecrets, secretProject } from "../secrets/planted-secrets.ts";
import { guestTerminal, hostTerminal, shareAt, startRelay } from "./shared-room.ts";

setDefaultTimeout(120_000);

test("a session with 40 secrets is shared live and uploaded, and the relay sees and keeps none of them", async () => {
	const planted = plantedSecrets();
	expect(planted.all).toHaveLength(40);
	const turns: Reply[] = [
		toolCall("read", { i: "read", path: "all.txt" }),
		toolCall("bash", { i: "list", command: "env; cat all.txt data.json k8s.yaml" }),
		text("All of them are read."),
		toolCall("write", { i: "write", path: "out/all.txt", content: planted.all.join("\n") }),
		text("All of them are written."),
	];
	await using omp = await secretProject(planted, () => turns.shift() ?? text("ok"));
	const shares = join(omp.home.path, "shares");
	await using relay = await startRelay(omp, [`--shares=${shares}`]);
	await using host = hostTerminal(omp, ["--yolo"]);
	const { terminal } = await shareAt(host, relay.port);
	await using home = await ompProject({});
	await using guest = guestTerminal(home, terminal);
	await guest.waitFor("2 here");
	host.type(`Deploy with ${planted.label}\r`);
	await guest.waitFor("All of them are read.");
	guest.type(`And write them, ${planted.tokens[0]} too\r`);
	await guest.waitFor("All of them are written.");
	// The guest has the session as it is, so the search below would find what came through the relay readable.
	const replica = join(home.home.path, ".omp/collab");
	const [copy = ""] = await readdir(replica);
	const seen = new Set(leaksIn([["replica", await Bun.file(join(replica, copy)).text()]], planted.all));
	expect(seen.size).toBeGreaterThan(planted.all.length);

	await omp.home.write(
		".omp/agent/share-consent.json",
		JSON.stringify({ servers: [`http://127.0.0.1:${relay.port}/s`] }),
	);
	const config = await omp.home.read(".omp/agent/config.yml");
	await omp.home.write(
		".omp/agent/config.yml",
		`${config}\nshare: { serverUrl: "http://127.0.0.1:${relay.port}/s", redactSecrets: false }\n`,
	);
	const sessions = join(omp.agentDir, "sessions");
	const [file = ""] = (await readdir(sessions, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
	const { exitCode } = await omp.run(["share", join(sessions, file)]);
	expect(exitCode).toBe(0);

	const traffic = Buffer.concat(relay.traffic);
	expect(traffic.length).toBeGreaterThan(50_000);
	const stored = await Promise.all(
		(await readdir(shares)).map(async (name) => [name, await Bun.file(join(shares, name)).bytes()] as const),
	);
	expect(stored).toHaveLength(1);
	// A character for each byte, and as UTF-8.
	const places = [["relay traffic", traffic] as const, ...stored].flatMap(([place, bytes]) =>
		(["latin1", "utf8"] as const).map((encoding) => [place, Buffer.from(bytes).toString(encoding)] as const),
	);
	expect(leaksIn(places, planted.all)).toEqual([]);
});
