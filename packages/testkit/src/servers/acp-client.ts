import {
	type ClientApp,
	type ClientCapabilities,
	type ClientConnection,
	type ClientContext,
	client,
	type InitializeResponse,
	methods,
	ndJsonStream,
	type RequestPermissionRequest,
	type SessionNotification,
	type SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import type { OmpProject } from "../product/omp-project.ts";
import { until } from "../until.ts";

/** The official client with a real omp behind it: records every update, and answers as the test says. */
export interface AcpClient extends AsyncDisposable {
	readonly agent: ClientContext;
	readonly initialized: InitializeResponse;
	readonly updates: readonly SessionNotification[];
	/** What omp asked about, in order. */
	readonly permissions: readonly RequestPermissionRequest[];
	readonly pid: number;
	/** The updates of one kind so far. */
	kinds<Kind extends SessionUpdate["sessionUpdate"]>(
		kind: Kind,
	): Array<Extract<SessionUpdate, { sessionUpdate: Kind }>>;
	/** Waits for an update of a kind. */
	update<Kind extends SessionUpdate["sessionUpdate"]>(
		kind: Kind,
		fits?: (update: Extract<SessionUpdate, { sessionUpdate: Kind }>) => boolean,
	): Promise<Extract<SessionUpdate, { sessionUpdate: Kind }>>;
	/** A new session in the project. */
	newSession(): Promise<string>;
	prompt(sessionId: string, text: string): Promise<{ stopReason: string }>;
	/** Closes the pipe to omp and gives its exit code. */
	end(): Promise<number | null>;
	readonly exited: Promise<number | null>;
	stderr(): Promise<string>;
}

export async function acpClient(
	omp: Pick<OmpProject, "command" | "env" | "path">,
	options: {
		readonly args?: readonly string[];
		readonly capabilities?: ClientCapabilities;
		/** The option chosen for each permission; `cancelled` and `never` are other outcomes. */
		readonly permit?: (request: RequestPermissionRequest) => string | Promise<string>;
		/** More handlers of the client. */
		readonly more?: (app: ClientApp) => ClientApp;
	} = {},
): Promise<AcpClient> {
	const child = Bun.spawn([...omp.command, "acp", ...(options.args ?? [])], {
		cwd: omp.path,
		env: omp.env,
		stdin: "pipe",
		stdout: "pipe",
		stderr: "pipe",
	});
	const stderr = new Response(child.stderr).text();
	const updates: SessionNotification[] = [];
	const permissions: RequestPermissionRequest[] = [];
	const input = new WritableStream<Uint8Array>({
		async write(bytes) {
			child.stdin.write(bytes);
			await child.stdin.flush();
		},
	});
	const app = client({ name: "test" })
		.onNotification(methods.client.session.update, ({ params }) => {
			updates.push(params);
		})
		.onRequest(methods.client.session.requestPermission, async ({ params }) => {
			permissions.push(params);
			const optionId = (await options.permit?.(params)) ?? "allow_once";
			if (optionId === "cancelled") return { outcome: { outcome: "cancelled" } };
			return { outcome: { outcome: "selected", optionId } };
		});
	const connection: ClientConnection = (options.more?.(app) ?? app).connect(ndJsonStream(input, child.stdout));
	const { agent } = connection;
	const clientCapabilities = options.capabilities ?? {};
	const initialized = await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });
	const exited = child.exited.then(() => child.exitCode);
	const kinds: AcpClient["kinds"] = (kind) =>
		updates.flatMap(({ update }) => (update.sessionUpdate === kind ? [update as never] : []));
	return {
		agent,
		initialized,
		updates,
		permissions,
		pid: child.pid,
		kinds,
		update: (kind, fits = () => true) =>
			until(() => kinds(kind).find(fits), {
				timeoutMs: 15_000,
				describe: () => `${kind} among ${JSON.stringify(updates.map(({ update }) => update.sessionUpdate))}`,
			}),
		async newSession() {
			const { sessionId } = await agent.request(methods.agent.session.new, { cwd: omp.path, mcpServers: [] });
			return sessionId;
		},
		prompt: (sessionId, text) =>
			agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] }),
		async end() {
			await child.stdin.end();
			return exited;
		},
		exited,
		stderr: () => stderr,
		async [Symbol.asyncDispose]() {
			connection.close();
			child.kill("SIGKILL");
			await child.exited;
		},
	};
}
