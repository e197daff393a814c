import { workspace } from "../workspace.ts";

export interface GithubRequest {
	readonly method: string;
	/** Without the host, with the query. */
	readonly path: string;
	readonly token: string | undefined;
	readonly accept: string;
	readonly body: string;
}

type Answer = object | string | number | ((request: GithubRequest) => object | string | number | Response);

/** GitHub's API on this machine, for the real `gh`. */
export interface GithubServer extends AsyncDisposable {
	/** What `gh` needs to find it, with a login. */
	readonly env: Readonly<Record<string, string>>;
	readonly requests: readonly GithubRequest[];
	/** Answers by `METHOD /path` without the query: an object as JSON, text as it is, a number as an error. */
	readonly routes: Record<string, Answer>;
	/** Answers by the name of the GraphQL operation, or the first field of one without a name. */
	readonly graphql: Record<string, object | ((variables: Record<string, unknown>) => object)>;
}

export async function githubServer(routes: Record<string, Answer> = {}): Promise<GithubServer> {
	const place = await workspace();
	const requests: GithubRequest[] = [];
	const graphql: GithubServer["graphql"] = {};
	const socket = place.file("github.sock");
	// gh talks plain HTTP to this socket instead of HTTPS to the host.
	await place.write("config/config.yml", `http_unix_socket: ${socket}\n`);
	const server = Bun.serve({
		unix: socket,
		async fetch(request) {
			const url = new URL(request.url);
			const seen: GithubRequest = {
				method: request.method,
				path: url.pathname + url.search,
				token: request.headers.get("authorization")?.replace(/^\w+ /, "") || undefined,
				accept: request.headers.get("accept") ?? "",
				body: await request.text(),
			};
			requests.push(seen);
			if (url.pathname === "/graphql") return answerGraphql(seen.body, graphql);
			const route = routes[`${seen.method} ${url.pathname}`];
			const answer = typeof route === "function" ? route(seen) : (route ?? 404);
			if (answer instanceof Response) return answer;
			if (typeof answer === "number") {
				const message = errorTexts[answer] ?? "Server Error";
				return Response.json({ message, documentation_url: "https://docs.github.com/rest" }, { status: answer });
			}
			return typeof answer === "string" ? new Response(answer) : Response.json(answer);
		},
	});
	return {
		env: { GH_CONFIG_DIR: place.file("config"), GH_TOKEN: "token-one" },
		requests,
		routes,
		graphql,
		async [Symbol.asyncDispose]() {
			await server.stop(true);
			await place[Symbol.asyncDispose]();
		},
	};
}

const errorTexts: Readonly<Record<number, string>> = {
	401: "Bad credentials",
	403: "API rate limit exceeded for user ID 1.",
	404: "Not Found",
	406: "Sorry, the diff exceeded the maximum number of lines (20000)",
	422: "Validation Failed",
};

function answerGraphql(body: string, graphql: GithubServer["graphql"]): Response {
	const { query = "", variables = {} } = JSON.parse(body);
	const name = /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? /\{\s*(\w+)/.exec(query)?.[1] ?? "";
	const answer = graphql[name];
	if (!answer) return Response.json({ errors: [{ message: `no answer to ${name}: ${query}` }] });
	return Response.json({ data: typeof answer === "function" ? answer(variables) : answer });
}
