import { describe, expect } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

interface Told {
	/** Lines of the block. */
	readonly sandbox: readonly string[];
	readonly bytes: number;
	/** Whether `bash` may leave, and how. */
	readonly outside: string | undefined;
	readonly isUnattended: boolean;
	readonly tools: readonly string[];
}

function toldIn({ model }: OmpProject): Told {
	const { system, tools } = model.requests[0] as {
		readonly system: ReadonlyArray<{ readonly text: string }>;
		readonly tools: ReadonlyArray<{
			readonly name: string;
			readonly input_schema: { readonly properties: Readonly<Record<string, { readonly description: string }>> };
		}>;
	};
	const prompt = system.map((block) => block.text).join("\n");
	const [block = ""] = /<sandbox>\n[\s\S]*?\n<\/sandbox>/.exec(prompt) ?? [];
	return {
		sandbox: block.split("\n").slice(1, -1),
		bytes: Buffer.byteLength(block),
		outside: tools.find(({ name }) => name === "bash")?.input_schema.properties.outside?.description,
		isUnattended: prompt.includes("In this run nobody can be asked"),
		tools: tools.map(({ name }) => name),
	};
}

async function printed(args: readonly string[] = [], config?: string): Promise<Told> {
	await using omp = await ompProject({ replies: [text("Done.")] });
	if (config) await omp.home.write(".omp/agent/config.yml", config);
	await omp.run(["-p", ...args, "go"]);
	return toldIn(omp);
}

describe("what the model is told of the sandbox", () => {
	verifies("sandbox:told:truth", async () => {
		const files = "not .git/config, hooks, .env, CI or editor settings";
		const yolo = await printed(["--yolo"]);
		expect(yolo.sandbox).toEqual([
			`Commands run in a sandbox and write to the working directory, a private /tmp and package caches, ${files} (use \`write\`).`,
			"Network: none. Localhost: only servers you start.",
			'"Read-only file system" or "Connection refused" may be the sandbox; nobody can be asked: do without and say so.',
		]);
		// There, writing such a file would be asked about.
		expect((await printed(["--approval-mode", "write"])).sandbox[0]).toEndWith(`${files}.`);
		const listed = await printed(["--yolo"], 'sandbox: { hosts: [a.example], outside: ["git push *"] }\n');
		expect(listed.sandbox[1]).toStartWith("Network: only a.example.");
		expect(listed.sandbox[2]).toContain("`outside` works for git push *");
		expect(listed.outside).toContain("only commands that the user has allowed");
		const reading = await printed(["--sandbox", "read"]);
		expect(reading.sandbox[0]).toBe("Commands run in a sandbox and write only to a private /tmp.");
		const off = await printed(["--sandbox", "off"]);
		expect(off.sandbox).toEqual(["Commands run without a sandbox, with the user's own permissions."]);
		for (const { bytes } of [yolo, listed, reading, off]) expect(bytes).toBeLessThanOrEqual(400);
		for (const { outside } of [yolo, reading, off]) expect(outside).toBeUndefined();
		const { sandbox } = await printed(["--tools", "read,search"]);
		expect(sandbox).toEqual([]);
	});

	verifies("discovery:prompt:unattended", async () => {
		const alone = await printed();
		expect([alone.isUnattended, alone.tools.includes("ask"), alone.outside]).toEqual([true, false, undefined]);
		await using omp = await ompProject({ replies: [text("Done.")] });
		await using host = rpcHost(omp);
		host.send({ id: "p", type: "prompt", message: "go" });
		await host.frame({ type: "agent_end" });
		const told = toldIn(omp);
		expect(told.isUnattended).toBe(false);
		expect(told.outside).toBe("Why to leave the sandbox; asks the user");
		expect(told.sandbox.slice(1)).toEqual([
			"Network: asks the user per host. Localhost: only servers you start.",
			'"Read-only file system" or "Connection refused" may be the sandbox; `outside` asks the user to leave it.',
		]);
	});
});
