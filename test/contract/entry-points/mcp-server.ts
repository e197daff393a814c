import { said, serveClient } from "../../scenarios/mcp/serve-client.ts";
import type { EntryPoint, OpenEntry } from "../entry-point.ts";

/** `omp mcp serve` with the official client: each prompt is a call of `ask`, and a session of its own. */
export const mcpServerEntry: EntryPoint = {
	name: "mcp server",
	async open(omp, { tools, env, approval }) {
		const project = { ...omp, env: { ...omp.env, ...env } };
		const client = await serveClient(project, {
			args: ["--tools", tools.join(",")],
			...(approval && {
				elicit: () => ({ action: "accept", content: { value: approval === "allow" ? "Approve" : "Deny" } }),
			}),
		});
		const answers: string[] = [];
		const entry: OpenEntry = {
			async prompt(prompt) {
				answers.push(said(await client.call("ask", { prompt })));
			},
			told: () => [...client.logged, ...answers].join("\n"),
			another: async () => entry,
			close: () => client.client.close(),
			[Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
		};
		return entry;
	},
};
