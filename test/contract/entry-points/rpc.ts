import { type RpcFrame, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { EntryPoint } from "../entry-point.ts";
import { imageData } from "../image-data.ts";

/** `omp --mode rpc` over pipes. */
export const rpcEntry: EntryPoint = {
	name: "rpc",
	async open(omp, { env, approval, resumes }) {
		const host = rpcHost(omp, { args: resumes ? ["--continue"] : [], env: { ...env } });
		await host.frame({ type: "ready" });
		let count = 0;
		let stderr = "";
		return {
			async prompt(message, { images = [] } = {}) {
				const id = `prompt-${++count}`;
				const from = host.frames.length;
				const later = () => host.frames.slice(from);
				const data = await imageData(omp, images);
				host.send({ id, type: "prompt", message, ...(data.length > 0 && { images: data }) });
				const answered = new Set<unknown>();
				await until(
					() => {
						for (const question of later()) {
							if (!isApproval(question) || approval === undefined || answered.has(question.id)) continue;
							answered.add(question.id);
							const value = approval === "allow" ? "Approve" : "Deny";
							host.send({ type: "extension_ui_response", id: question.id, value });
						}
						return later().some((frame) => frame.type === "agent_end" || isLast(frame, id));
					},
					{ describe: () => `the end of the run among ${JSON.stringify(later())}` },
				);
			},
			told: () => JSON.stringify(host.frames) + stderr,
			async close() {
				await host.end();
				stderr = await host.stderr();
			},
			[Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
		};
	},
};

const isApproval = ({ type, method }: RpcFrame) => type === "extension_ui_request" && method === "select";

/** A response after which no run follows. */
function isLast({ type, id, success, data }: RpcFrame, prompt: string): boolean {
	if (type !== "response" || id !== prompt) return false;
	return success === false || (data as { agentInvoked?: boolean } | undefined)?.agentInvoked === false;
}
