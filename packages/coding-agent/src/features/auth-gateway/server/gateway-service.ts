import { toWireUsage } from "@oh-my-pi/pi-ai/auth/broker/wire-usage";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { AccessLine } from "../../../http-service/access-log.ts";
import type { BindAddress } from "../../../http-service/bind-address.ts";
import type { ServiceToken } from "../../../http-service/check-token.ts";
import { type HttpService, startHttpService } from "../../../http-service/http-service.ts";
import { jsonResponse } from "../../../http-service/responses.ts";
import type { Call, Route } from "../../../http-service/route.ts";
import { anthropicFormat } from "../formats/anthropic/format.ts";
import { chatFormat } from "../formats/chat/format.ts";
import type { Format } from "../formats/format.ts";
import { nativeFormat } from "../formats/native/format.ts";
import { responsesFormat } from "../formats/responses/format.ts";
import { type AnswerPorts, answer, answerCount, orRefusal, unknownModel } from "./answer.ts";
import { checkCredentials } from "./check-credentials.ts";
import type { GatewayClient } from "./clients.ts";
import type { CountPrompt } from "./count-tokens.ts";
import { GatewayModels } from "./find-model.ts";
import { modelFacts, modelList } from "./model-list.ts";
import { clientError, clientErrorBody, serviceErrorBody } from "./service-errors.ts";
import type { Upstream } from "./upstream.ts";

export interface GatewayOptions {
	readonly host: Host;
	readonly registry: ModelRegistry;
	readonly upstream: Upstream;
	readonly count: CountPrompt;
	readonly bind: BindAddress;
	/** `undefined` for a gateway without tokens. Asked with every request. */
	readonly tokens: (() => readonly ServiceToken[]) | undefined;
	readonly client: (name: string | undefined) => GatewayClient;
	readonly version: string;
	readonly log: (line: AccessLine) => void;
	readonly onError: (error: unknown) => void;
}

/** A prompt of a million tokens has 4 MB; images make it more. */
const maxBodyBytes = 64 * 1024 * 1024;
const idleSeconds = 255;

const corsHeaders = [
	...["authorization", "x-api-key", "content-type", "anthropic-version", "anthropic-beta"],
	...["anthropic-dangerous-direct-browser-access", "openai-organization", "openai-project"],
	// The clients of OpenAI and Anthropic describe themselves in many of them.
	"x-stainless-*",
];

/** Serves the models of this machine's broker to other programs, in the formats that they know. */
export function startGatewayService(options: GatewayOptions): HttpService {
	const { host, registry, bind, tokens, version, log, onError, upstream, client, count } = options;
	const { now, newId } = host;
	const models = new GatewayModels(registry, now);
	const ports: AnswerPorts = { models, upstream, client, now, newId, onError };
	const post = (path: string, format: Format, handle: (call: Call) => Promise<Response>): Route => {
		return { method: "POST", path, maxBodyBytes, idleSeconds, errorBody: serviceErrorBody(format), handle };
	};
	const route = (path: string, format: Format) => post(path, format, (call) => answer(format, call, ports));
	const list = ({ request, url }: Call) =>
		orClientError(request, async () => jsonResponse(modelList(await models.list(), request, url)));
	const retrieve = ({ request, params }: Call) =>
		orClientError(request, async () => {
			const id = decodeId(params["*"] ?? "");
			const model = await models.find(id);
			if (!model) throw unknownModel(id);
			return jsonResponse(modelFacts(model, request));
		});
	return startHttpService({
		bind,
		...(tokens && { tokens, allowsOrigin: () => true, showsTokenHoldersOnly: true, corsHeaders }),
		errorBody: clientErrorBody,
		tokenHeaders: ["authorization", "x-api-key"],
		routes: [
			{ method: "GET", path: "/healthz", open: true, handle: () => jsonResponse({ ok: true, version }) },
			{ method: "GET", path: "/v1/models", idleSeconds, handle: list },
			{ method: "GET", path: "/v1/models/*", idleSeconds, handle: retrieve },
			{ method: "GET", path: "/v1/usage", idleSeconds, handle: async () => jsonResponse(await usage(registry, now)) },
			{
				method: "GET",
				path: "/v1/credentials/check",
				idleSeconds,
				handle: async ({ url, signal }) => {
					const strict = /^(1|true)$/.test(url.searchParams.get("strict") ?? "");
					const credentials = await checkCredentials(registry, host, { strict, signal });
					return jsonResponse({ generatedAt: now(), credentials });
				},
			},
			route("/v1/chat/completions", chatFormat),
			route("/v1/messages", anthropicFormat),
			post("/v1/messages/count_tokens", anthropicFormat, (call) =>
				answerCount(anthropicFormat, call, { ...ports, count }),
			),
			route("/v1/responses", responsesFormat()),
			route("/v1/pi/stream", nativeFormat),
		],
		// Above this the connection is cut; up to it a body that is too large is refused in the format of its endpoint, unread.
		limits: { maxBodyBytes: 4 * maxBodyBytes },
		now,
		log,
		onError,
	});
}

function orClientError({ headers }: Request, run: () => Promise<Response>): Promise<Response> {
	return orRefusal(run, (failure) => clientError(failure, headers));
}

/** An id has slashes, which clients encode or not. */
function decodeId(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		// A lone % names nothing.
		return path;
	}
}

async function usage(registry: ModelRegistry, now: () => number): Promise<unknown> {
	const reports = (await registry.store.remote?.usage()) ?? [];
	return { generatedAt: now(), reports: reports.map((report) => toWireUsage(report)) };
}
