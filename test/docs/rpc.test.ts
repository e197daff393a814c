import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcFrame, type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { rpcCommands } from "../../packages/coding-agent/src/modes/rpc/command-list.ts";
import { examplesIn } from "./examples.ts";

/** Scripted replies for each transcript. */
const replies: Readonly<Record<string, readonly Reply[]>> = {
	first: [text("Hi!")],
	"host-tools": [toolCall("weather", { i: "look", city: "Bern" }), text("Take your sunglasses.")],
};

describe("docs/rpc.md", () => {
	const transcripts = examplesIn("rpc.md", "rpc");

	test.each(transcripts.map(({ name, code }) => [name, code] as const))(
		"the transcript %p replays",
		async (name, code) => {
			await using omp = await ompProject({ replies: replies[name] ?? [] });
			await using host = rpcHost(omp);
			await play(code.trimEnd().split("\n"), host);
			expect(await host.end()).toBe(0);
		},
	);

	test("it documents every command", () => {
		const table = readFileSync(join(import.meta.dir, "../../docs/rpc.md"), "utf8").split("## Commands")[1] ?? "";
		const named = [...table.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);
		expect(named.toSorted()).toEqual(rpcCommands.map(({ name }) => name).toSorted());
	});
});

/** Sends the host's lines and waits for omp's lines in order; `$name` captures a value on first use. */
async function play(lines: readonly string[], host: RpcHost): Promise<void> {
	const names = new Map<string, string>();
	let seen = 0;
	for (const line of lines) {
		const filled = line
			.slice(2)
			.replace(/"(\$\w+)"/g, (whole, name) => JSON.stringify(names.get(name) ?? JSON.parse(whole)));
		if (line.startsWith("→")) host.send(filled);
		else {
			const wanted = JSON.parse(filled);
			const at = await until(() => host.frames.findIndex((frame, index) => index >= seen && fits(wanted, frame)) + 1, {
				describe: () => `${filled} among ${JSON.stringify(host.frames.slice(seen)).slice(0, 2000)}`,
			});
			learnNames(wanted, host.frames[at - 1], names);
			seen = at;
		}
	}
}

/** `…` and unbound names match anything; additional fields are allowed. */
function fits(wanted: unknown, found: unknown): boolean {
	if (wanted === "…" || (typeof wanted === "string" && wanted.startsWith("$"))) return found !== undefined;
	if (typeof wanted !== "object" || wanted === null) return wanted === found;
	if (typeof found !== "object" || found === null) return false;
	return Object.entries(wanted).every(([key, value]) => fits(value, (found as Record<string, unknown>)[key]));
}

function learnNames(wanted: Record<string, unknown>, found: RpcFrame | undefined, names: Map<string, string>): void {
	for (const [key, value] of Object.entries(wanted)) {
		if (typeof value === "string" && value.startsWith("$")) names.set(value, String(found?.[key]));
	}
}
