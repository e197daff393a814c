import { expect } from "bun:test";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { builtInProtocols } from "./protocols.ts";

/** The protocols and their packages that a new process loads for `api`. */
async function loadedWith(api: string | undefined): Promise<string[]> {
	const script = `
		const { createStream } = await import("${import.meta.dir}/../stream/stream.ts");
		const { builtInProtocols } = await import("${import.meta.dir}/protocols.ts");
		createStream({ host: { now: () => 0, env: {} }, protocols: builtInProtocols });
		await builtInProtocols.get(${JSON.stringify(api)})?.();
		const names = Object.keys(require.cache).map((path) => /protocols\\/([^/]+)\\/protocol\\.ts|(aws4fetch)/.exec(path));
		console.log(JSON.stringify([...new Set(names.flatMap((name) => (name ? [name[1] ?? name[2]] : [])))].sort()));
	`;
	const { stdout, stderr } = await runCommand([process.execPath, "-e", script]);
	if (!stdout) throw new Error(stderr);
	return JSON.parse(stdout);
}

verifies(
	"ai-streaming:lazy:protocol-modules",
	async () => {
		expect(await loadedWith(undefined)).toEqual([]);
		for (const api of builtInProtocols.keys()) {
			expect(await loadedWith(api)).toEqual([api]);
		}
	},
	30_000,
);
