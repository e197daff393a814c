import type {
	AgentContext,
	ClientCapabilities,
	CreateElicitationRequest,
	CreateElicitationResponse,
	PermissionOption,
	RequestPermissionRequest,
	RequestPermissionResponse,
	SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { methods } from "@agentclientprotocol/sdk/unstable";

/** The client as one session sees it. */
export class ClientPort {
	readonly #client: AgentContext;
	readonly sessionId: string;
	readonly capabilities: ClientCapabilities;
	/** What omp would say at a terminal. */
	readonly log: (message: string) => void;

	constructor(
		client: AgentContext,
		options: {
			readonly sessionId: string;
			readonly capabilities: ClientCapabilities;
			readonly log: (message: string) => void;
		},
	) {
		this.#client = client;
		this.sessionId = options.sessionId;
		this.capabilities = options.capabilities;
		this.log = options.log;
	}

	/** Resolves when it is written, so a client that reads slowly slows the conversation down; one that left does not. */
	async update(update: SessionUpdate): Promise<void> {
		const { sessionId } = this;
		await this.#client.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
	}

	requestPermission(
		toolCall: RequestPermissionRequest["toolCall"],
		options: PermissionOption[],
		signal: AbortSignal,
	): Promise<RequestPermissionResponse> {
		const { sessionId } = this;
		return this.#client.request(
			methods.client.session.requestPermission,
			{ sessionId, toolCall, options },
			{ cancellationSignal: signal, stopWaitingOnCancel: true },
		);
	}

	elicit(request: CreateElicitationRequest, signal: AbortSignal): Promise<CreateElicitationResponse> {
		return this.#client.request(methods.client.elicitation.create, request, {
			cancellationSignal: signal,
			stopWaitingOnCancel: true,
		});
	}

	async readTextFile(path: string): Promise<string> {
		const { sessionId } = this;
		return (await this.#client.request(methods.client.fs.readTextFile, { sessionId, path })).content;
	}

	async writeTextFile(path: string, content: string): Promise<void> {
		const { sessionId } = this;
		await this.#client.request(methods.client.fs.writeTextFile, { sessionId, path, content });
	}

	createTerminal(
		request: Omit<Parameters<AgentContext["createTerminal"]>[0], "sessionId">,
	): ReturnType<AgentContext["createTerminal"]> {
		return this.#client.createTerminal({ ...request, sessionId: this.sessionId });
	}
}
