import {
	type AgentApp,
	type AgentContext,
	agent,
	type ClientCapabilities,
	type InitializeResponse,
	type McpServer,
	methods,
	PROTOCOL_VERSION,
	RequestError,
} from "@agentclientprotocol/sdk/unstable";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { version } from "../../process/version.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { leftOutLine } from "../left-out-line.ts";
import { AcpSession } from "./acp-session.ts";
import { ClientPort } from "./client-port.ts";
import { canConnect } from "./client-servers.ts";
import { badParams, type SessionStarter } from "./client-sessions.ts";

const handshake: InitializeResponse = {
	protocolVersion: PROTOCOL_VERSION,
	agentInfo: { name: "oh-my-pi", title: "Oh My Pi", version },
	authMethods: [
		{
			id: "agent",
			name: "Use existing local credentials",
			description: "Keys and logins that omp has; add one with omp login",
		},
	],
	agentCapabilities: {
		loadSession: true,
		mcpCapabilities: { http: true, sse: true },
		promptCapabilities: { embeddedContext: true, image: true },
		sessionCapabilities: { list: {}, fork: {}, resume: {}, close: {} },
	},
};

interface Opening {
	readonly cwd: string;
	readonly mcpServers?: readonly McpServer[] | undefined;
	readonly additionalDirectories?: readonly string[] | undefined;
}

interface AcpPorts {
	readonly sessions: SessionStarter;
	/** What omp would say at a terminal; not for the client. */
	readonly log: (message: string) => void;
}

/** omp as an agent of the Agent Client Protocol: several sessions for one client. */
export class AcpAgent {
	readonly #ports: AcpPorts;
	readonly #open = new Map<string, AcpSession>();
	/** Known sessions that are being opened, so that two requests open one once. */
	readonly #opening = new Map<string, Promise<AcpSession>>();
	/** Requests that are not answered yet. */
	readonly #underway = new Set<Promise<unknown>>();
	#capabilities: ClientCapabilities = {};
	#hasClient = true;

	constructor(ports: AcpPorts) {
		this.#ports = ports;
	}

	/** The methods that a client can call. */
	app(): AgentApp {
		const { session } = methods.agent;
		return agent({ name: "omp" })
			.onRequest(methods.agent.initialize, ({ params }) => {
				this.#capabilities = params.clientCapabilities ?? {};
				return handshake;
			})
			.onRequest(methods.agent.authenticate, ({ params: { methodId } }) => {
				if (methodId !== "agent") throw badParams(`Unknown ACP auth method: ${methodId}`);
				return {};
			})
			.onRequest(session.new, ({ params, client }) => this.#track(this.#new(params, client)))
			.onRequest(session.load, ({ params, client }) => this.#track(this.#continue(params, client, true)))
			.onRequest(session.resume, ({ params, client }) => this.#track(this.#continue(params, client, false)))
			.onRequest(session.fork, ({ params, client }) => this.#track(this.#fork(params, client)))
			.onRequest(session.list, ({ params }) => this.#ports.sessions.list(params))
			.onRequest(session.close, ({ params }) => this.#track(this.#close(params.sessionId)))
			.onRequest(session.prompt, ({ params, signal }) =>
				this.#track(this.#find(params.sessionId).prompt(params.prompt, signal)),
			)
			.onNotification(session.cancel, ({ params }) => this.#open.get(params.sessionId)?.cancel())
			.onRequest(session.setMode, async ({ params }) => {
				await this.#find(params.sessionId).setMode(params.modeId);
				return {};
			})
			.onRequest(session.setConfigOption, async ({ params: { sessionId, configId, value } }) => ({
				configOptions: await this.#find(sessionId).setConfigOption(configId, value),
			}))
			.onRequest("session/set_model", modelChoice, async ({ params: { sessionId, modelId } }) => {
				await this.#find(sessionId).setConfigOption("model", modelId);
				return {};
			});
	}

	/** Ends all sessions; resolves when every request is answered and everything is on disk. */
	async end(reason: string): Promise<void> {
		this.#hasClient = false;
		const closing = Promise.all([...this.#open.values()].map((open) => open.close(reason)));
		await Promise.allSettled([closing, ...this.#underway]);
		await Promise.all([...this.#open.values()].map((open) => open.close(reason)));
	}

	async #new(params: Opening, client: AgentContext) {
		const session = await this.#ports.sessions.start(params.cwd, { addDirs: params.additionalDirectories });
		// A client may open it in one process and send its first prompt to the next.
		session.log.ensureOnDisk();
		const opened = await this.#take(session, session.log.id, params, client);
		return { sessionId: opened.id, ...(await this.#answer(opened)) };
	}

	async #continue(params: Opening & { readonly sessionId: string }, client: AgentContext, replays: boolean) {
		const { sessionId } = params;
		const opened = await (this.#opening.get(sessionId) ?? this.#open.get(sessionId) ?? this.#resume(params, client));
		if (replays) await opened.replay();
		return this.#answer(opened);
	}

	#resume(params: Opening & { readonly sessionId: string }, client: AgentContext): Promise<AcpSession> {
		const { sessionId, cwd, additionalDirectories } = params;
		const { sessions } = this.#ports;
		const open = async () => {
			const resume = sessions.find(sessionId);
			const session = await sessions.start(cwd, { resume, addDirs: additionalDirectories });
			return this.#take(session, sessionId, params, client);
		};
		const opening = open().finally(() => this.#opening.delete(sessionId));
		this.#opening.set(sessionId, opening);
		return opening;
	}

	async #fork(params: Opening & { readonly sessionId: string }, client: AgentContext) {
		const { sessions } = this.#ports;
		const fork = sessions.find(params.sessionId);
		const session = await sessions.start(params.cwd, { fork, addDirs: params.additionalDirectories });
		const opened = await this.#take(session, session.log.id, params, client);
		return { sessionId: opened.id, ...(await this.#answer(opened)) };
	}

	async #take(
		session: OpenedConversation,
		sessionId: string,
		{ mcpServers = [] }: Opening,
		client: AgentContext,
	): Promise<AcpSession> {
		const { log } = this.#ports;
		const port = new ClientPort(client, { sessionId, capabilities: this.#capabilities, log });
		const opened = new AcpSession(session, port, mcpServers);
		this.#open.set(sessionId, opened);
		for (const notice of session.notices) log(notice);
		const leftOut = await leftOutLine(session);
		if (leftOut) log(leftOut);
		await opened.begin();
		if (!this.#hasClient) await opened.close("client left");
		return opened;
	}

	async #answer(opened: AcpSession) {
		const missing = opened.mcpServers.filter((server) => !canConnect(server)).map(({ name }) => name);
		opened.announce();
		return { ...(await opened.state()), ...(missing.length > 0 && { _meta: { mcpServersNotConnected: missing } }) };
	}

	async #close(sessionId: string): Promise<Record<string, never>> {
		const opened = this.#find(sessionId);
		this.#open.delete(sessionId);
		await opened.close();
		return {};
	}

	#find(sessionId: string): AcpSession {
		const opened = this.#hasClient ? this.#open.get(sessionId) : undefined;
		if (!opened) throw badParams(`ACP session not found: ${sessionId}`);
		return opened;
	}

	#track<Value>(work: Promise<Value>): Promise<Value> {
		const settled = work.then(
			() => {},
			() => {},
		);
		this.#underway.add(settled);
		void settled.finally(() => this.#underway.delete(settled));
		return work.catch((error: unknown) => {
			throw withReason(error);
		});
	}
}

/** Clients show the message, which the library would replace with "Internal error". */
function withReason(error: unknown): unknown {
	if (error instanceof RequestError || !(error instanceof Error) || isAbort(error)) return error;
	return RequestError.internalError({ details: error.message }, error.message);
}

/** Of a method that the SDK does not know any more. */
function modelChoice(params: unknown): { sessionId: string; modelId: string } {
	const { sessionId, modelId } = Object(params);
	if (typeof sessionId !== "string" || typeof modelId !== "string") {
		throw badParams("sessionId and modelId must be strings");
	}
	return { sessionId, modelId };
}
