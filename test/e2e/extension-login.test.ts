import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const source = `export default (pi) => pi.registerProvider("house", {
	baseUrl: process.env.HOUSE_URL, api: "anthropic-messages",
	models: [{ id: "h", name: "House One", reasoning: false, input: ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, contextWindow: 100000, maxTokens: 1000 }],
	oauth: {
		name: "The House",
		async login({ onAuth, onPrompt }) {
			onAuth({ url: "http://127.0.0.1:9/door", instructions: "Knock at the door" });
			const code = await onPrompt({ message: "What is the password" });
			return { access: "first-" + code, refresh: "again", expires: Date.now() - 1, room: 7 };
		},
		refreshToken: async (tokens) => ({ access: tokens.access.replace("first", "second"), expires: Date.now() + 3600000 }),
		getApiKey: (tokens) => tokens.access + "-room-" + tokens.room,
		modifyModels: (models) => models.map((model) => ({ ...model, name: "Your House" })),
	},
});`;

verifies("extensions:provider:oauth", async () => {
	await using omp = await ompProject({ replies: [text("Come in.")], files: { "x.ts": source } });
	const env = { ...omp.env, HOUSE_URL: omp.model.url, BROWSER: "true" };
	await using terminal = ptyRun([...omp.command, "-e", "x.ts"], { cols: 120, rows: 40, cwd: omp.path, env });
	await terminal.waitFor("Acme One");
	terminal.type("/login\r");
	await terminal.waitFor("Log in");
	terminal.type("house");
	await terminal.waitFor(/house\s+The House/);
	terminal.type("\r");
	await terminal.waitFor("What is the password");
	await terminal.waitFor("Knock at the door");
	terminal.type("sesame\r");
	await terminal.waitFor("Logged in to The House");
	terminal.type("/model house/h\r");
	await terminal.waitFor("Your House");
	terminal.type("hello\r");
	await terminal.waitFor("Come in.");
	// Expired when it was stored: the request goes out with what the refresh gave, and with what else the login had.
	expect(omp.model.exchanges[0]?.headers["x-api-key"]).toBe("second-sesame-room-7");
	terminal.type("\x04");
	await terminal.exit;
	expect(terminal.output()).not.toContain("second-sesame");
});
