import { LanguageServerPool } from "@oh-my-pi/pi-lsp/servers/language-server-pool";
import { clientInfo, oddDefinition, patient } from "../../../packages/lsp/src/testing/odd-definition.ts";

const [count = 10, idleMs = 10_000, sweepMs = 5000] = process.argv.slice(2).map(Number);

/** Starts servers in a fresh process, leaves them alone and prints the processor time that the client took meanwhile. */
async function leaveAlone(): Promise<{ readonly cpuMs: number }> {
	const definitions = Array.from({ length: count }, (_, index) => oddDefinition("", { name: `odd${index}` }));
	await using pool = new LanguageServerPool({
		root: process.cwd(),
		definitions,
		env: process.env,
		now: () => performance.now(),
		clientInfo,
		sweepMs,
	});
	const clients = await Promise.all(definitions.map((definition) => pool.client(definition, patient)));
	for (const client of clients) client.sync(`${process.cwd()}/file.odd`, "some text\n");
	await Bun.sleep(1000);
	Bun.gc(true);
	const before = process.cpuUsage();
	await Bun.sleep(idleMs);
	const { user, system } = process.cpuUsage(before);
	if (pool.states().some(({ state }) => state !== "ready")) throw new Error("A server has ended");
	return { cpuMs: (user + system) / 1000 };
}

console.log(JSON.stringify(await leaveAlone()));
