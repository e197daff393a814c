import { type ModelServer, modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import type { Reply } from "@oh-my-pi/pi-testkit/servers/replies";
import { brokerEnv, type OmpService, ompService, storeKey } from "./omp-service.ts";

export const anthropicKey = "sk-ant-the-key-of-the-broker";
export const openaiKey = "sk-the-other-key-of-the-broker";

/** A provider, a broker with its keys, and a gateway. */
export interface GatewayWorld extends AsyncDisposable {
	readonly model: ModelServer;
	readonly broker: OmpService;
	readonly gateway: OmpService;
}

export async function gatewayWorld(
	options: {
		replies?: readonly Reply[];
		otherwise?: (body: Record<string, unknown>) => Reply;
		env?: Record<string, string>;
		args?: readonly string[];
	} = {},
): Promise<GatewayWorld> {
	const model = await modelServer({ replies: options.replies, otherwise: options.otherwise });
	const broker = await ompService("auth-broker");
	await storeKey(broker, "anthropic", anthropicKey);
	await storeKey(broker, "openai", openaiKey);
	const gateway = await ompService("auth-gateway", {
		env: {
			...brokerEnv(broker),
			ANTHROPIC_BASE_URL: model.url,
			OPENAI_BASE_URL: `${model.url}/v1`,
			...options.env,
		},
		...(options.args && { args: options.args }),
	});
	return {
		model,
		broker,
		gateway,
		async [Symbol.asyncDispose]() {
			for (const part of [gateway, broker, model]) await part[Symbol.asyncDispose]();
		},
	};
}
