import { methods } from "@agentclientprotocol/sdk/unstable";
import { type AcpClient, acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import type { EntryPoint, OpenEntry } from "../entry-point.ts";
import { imageData } from "../image-data.ts";

/** `omp acp` with the official client. */
export const acpEntry: EntryPoint = {
	name: "acp",
	async open(omp, { env, approval, resumes }) {
		const project = { ...omp, env: { ...omp.env, ...env } };
		const permit = () => (approval === "allow" ? "allow_once" : approval === "deny" ? "reject_once" : "cancelled");
		const client = await acpClient(project, { permit });
		const { agent } = client;
		const errors: string[] = [];
		const entryFor = (sessionId: string): OpenEntry => ({
			async prompt(text, { images = [] } = {}) {
				const blocks = await imageData(omp, images);
				try {
					await agent.request(methods.agent.session.prompt, {
						sessionId,
						prompt: [...blocks, { type: "text", text }],
					});
				} catch (error) {
					errors.push(error instanceof Error ? error.message : JSON.stringify(error));
				}
			},
			told: () => JSON.stringify([client.updates, errors]),
			async close() {
				await client.end();
				errors.push(await client.stderr());
			},
			another: async () => entryFor(await client.newSession()),
			[Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
		});
		return entryFor(resumes ? await loadLast(client, omp.path) : await client.newSession());
	},
};

async function loadLast({ agent }: AcpClient, cwd: string): Promise<string> {
	const { sessions } = await agent.request(methods.agent.session.list, { cwd });
	const sessionId = sessions[0]?.sessionId ?? "";
	await agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
	return sessionId;
}
