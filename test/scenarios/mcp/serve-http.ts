import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { until } from "@oh-my-pi/pi-testkit/until";

export interface HttpServe extends AsyncDisposable {
	readonly url: string;
	/** As printed; empty when it was given. */
	readonly token: string;
	readonly pid: number;
	printed(): string;
	/** The addresses its sockets listen on. */
	addresses(): Promise<string[]>;
	/** Ends it with SIGTERM and gives its exit code. */
	stop(): Promise<number>;
}

/** `omp mcp serve --http` on a free port. */
export async function httpServe(
	omp: OmpProject,
	options: { readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
): Promise<HttpServe> {
	const child = Bun.spawn([...omp.command, "mcp", "serve", "--http", ...(options.args ?? [])], {
		cwd: omp.path,
		env: { ...omp.env, ...options.env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	let printed = "";
	const read = async () => {
		const decoder = new TextDecoder();
		for await (const chunk of child.stdout) printed += decoder.decode(chunk, { stream: true });
	};
	void read();
	const stop = async () => {
		child.kill("SIGTERM");
		return child.exited;
	};
	const url = await until(() => /http:\S+/.exec(printed)?.[0], { describe: () => printed });
	await until(() => printed.endsWith("\n"));
	return {
		url,
		token: /Bearer (\S+)/.exec(printed)?.[1] ?? "",
		pid: child.pid,
		printed: () => printed,
		addresses: () => listening(Number(new URL(url).port)),
		stop,
		async [Symbol.asyncDispose]() {
			await stop();
		},
	};
}

/** From the kernel's tables of TCP sockets. */
async function listening(port: number): Promise<string[]> {
	const tables = await Promise.all(
		["/proc/net/tcp", "/proc/net/tcp6"].map((path) =>
			Bun.file(path)
				.text()
				.catch(() => ""),
		),
	);
	const hex = port.toString(16).toUpperCase().padStart(4, "0");
	const rows = tables.join("\n").matchAll(/^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A /gm);
	return [...rows]
		.filter(([, , one]) => one === hex)
		.map(
			([, address = ""]) =>
				address
					.match(/../g)
					?.toReversed()
					.map((byte) => Number.parseInt(byte, 16))
					.join(".") ?? "",
		);
}
