import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import type { Reply } from "@oh-my-pi/pi-testkit/servers/replies";

type Body = Record<string, unknown>;

const random = () => crypto.randomUUID().replaceAll("-", "");
const many = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i));

/** Forty secrets of every kind there is. */
export function plantedSecrets() {
	const environment = Object.fromEntries(many(12, (i) => [`SERVICE_${i}_TOKEN`, `env${i}-${random()}`]));
	const user = many(10, (i) => `user${i}/${random()}`);
	const project = many(4, (i) => `pass "w\\ord" ${i} ${random()} ü`);
	const matched = many(6, (i) => `acme-${i}-${random().slice(0, 12)}`);
	const replaced = many(2, (i) => `customer-${i}-${random()}`);
	const tokens = [
		`ghp_${random()}${random().slice(0, 4)}`,
		`glpat-${random()}`,
		`sk-proj-${random()}`,
		`AKIA${"ABCDEFGH12345678"}`,
	];
	const pem = `-----BEGIN PRIVATE KEY-----\n${random()}${random()}\n${random()}${random()}\n-----END PRIVATE KEY-----`;
	const label = `labeled-${random()}`;
	const all = [...Object.values(environment), ...user, ...project, ...matched, ...replaced, ...tokens, pem, label];
	return { environment, user, project, matched, replaced, tokens, pem, label, all };
}

export type Planted = ReturnType<typeof plantedSecrets>;

/** Every way in which one of them could be read in something that left. */
export function readableForms(secrets: readonly string[]): string[] {
	return secrets.flatMap((secret) => {
		const quoted = JSON.stringify(secret).slice(1, -1);
		const lines = secret.includes("\n") ? secret.split("\n").filter((line) => !line.startsWith("---")) : [secret];
		const encoded = Buffer.from(secret).toString("base64").replace(/=+$/, "").slice(0, -1);
		return [...lines, quoted, JSON.stringify(quoted).slice(1, -1), encoded, encodeURIComponent(secret)];
	});
}

/** As `base64` prints a file. */
function wrapped(content: string): string {
	return `${Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\n")}\n`;
}

/** What is in Base64 in a text, over several lines as well, also numbered or inside a string. */
function decodedParts(content: string): string {
	const joined = content.replace(/(?<=[A-Za-z0-9+/])(?:\\n|\n)(?:\d+[:|])?(?=[A-Za-z0-9+/=])/g, "");
	const runs = joined.match(/[A-Za-z0-9+/]{40,}/g) ?? [];
	return runs
		.flatMap((run) => [0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), "base64").toString()))
		.join("\n");
}

/** A project that is full of secrets, with the feature on. The model answers by what it is asked. */
export async function secretProject(
	planted: Planted,
	otherwise: (body: Body) => Reply,
	options: { readonly settings?: string; readonly secrets?: string } = {},
): Promise<OmpProject> {
	const { user, project, pem, label, replaced, all } = planted;
	const omp = await ompProject({
		files: {
			"AGENTS.md": `Deploy with ${label}, never with ${all[3]}.\n`,
			"all.txt": `${all.join("\n")}\n`,
			"data.json": JSON.stringify({ all, nested: JSON.stringify({ all }) }, null, 1),
			"k8s.yaml": all.map((one, i) => `key${i}: ${Buffer.from(one).toString("base64")}`).join("\n"),
			"archive.b64": wrapped(`${all.join("\n")}\n`),
			".omp/secrets.yml": JSON.stringify(project.map((content) => ({ type: "plain", content }))),
		},
		otherwise,
	});
	const entries = [
		...user.map((content) => ({ type: "plain", content })),
		...replaced.map((content) => ({ type: "plain", content, mode: "replace" })),
		{ type: "plain", content: pem },
		{ type: "plain", content: label, friendlyName: "Deploy key" },
		{ type: "regex", content: "/ACME-\\d-[0-9a-f]{12}/i" },
	];
	await omp.home.write(".omp/agent/secrets.yml", options.secrets ?? JSON.stringify(entries));
	await omp.home.write(
		".omp/agent/config.yml",
		`secrets: { enabled: true }\ntools: { approvalMode: yolo }\nmodelRoles: { default: acme/a-1, smol: acme/a-2, advisor: acme/a-2 }\n${options.settings ?? ""}`,
	);
	await mkdir(join(omp.path, "out"), { recursive: true });
	Object.assign(omp.env, planted.environment);
	return omp;
}

/** Everything that left or was kept beside the session: requests with their headers, logs, caches, other files of omp. */
export async function everythingOutside(omp: OmpProject): Promise<Array<readonly [place: string, content: string]>> {
	const requests = omp.model.exchanges.map(({ body, headers, path }, index): readonly [string, string] => {
		// The key of the provider itself.
		const { "x-api-key": _, ...others } = headers as Record<string, unknown>;
		return [`request ${index}`, JSON.stringify({ body, others, path })];
	});
	const files: Array<readonly [string, string]> = [];
	for await (const file of new Bun.Glob("**/*").scan({ cwd: omp.home.path, dot: true, absolute: true })) {
		// The user's own copies: what was said, and files as they were before a change.
		if (/\/sessions\/|\/undo\/contents\/|\/secrets\.yml$/.test(file)) continue;
		files.push([file, await Bun.file(file).text()]);
	}
	return [...requests, ...files];
}

/** The places where one of the texts can be read. */
export function leaksIn(places: ReadonlyArray<readonly [string, string]>, secrets: readonly string[]): string[] {
	const forms = readableForms(secrets);
	// Longer pieces of what a line break may have torn apart.
	const pieces = secrets.flatMap((secret) => (secret.includes("\n") ? [] : [secret.slice(0, 16), secret.slice(-16)]));
	// Requests are JSON, so what is quoted in them is quoted once more there.
	return places.flatMap(([place, content]) => {
		const decoded = decodedParts(content);
		return [
			...forms.filter((form) => content.includes(form) || content.includes(JSON.stringify(form).slice(1, -1))),
			...pieces.filter((piece) => decoded.includes(piece)).map((piece) => `${piece} in Base64`),
		].map((form) => `${place}: ${form}`);
	});
}

/** The text of the last message of a request. */
export function lastText(body: Body): string {
	const last = (body.messages as Array<{ content: unknown }>).at(-1);
	return typeof last?.content === "string" ? last.content : JSON.stringify(last?.content);
}
