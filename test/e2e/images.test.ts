import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

async function read(env: Record<string, string>) {
	const png = await new Bun.Image(Buffer.from(DOT, "base64")).resize(90, 36).png().bytes();
	const omp = await ompProject({
		replies: [toolCall("read", { i: "Looking", path: "shot.png" }), text("A red picture.")],
	});
	await Bun.write(`${omp.path}/shot.png`, png);
	const terminal = ptyRun(omp.command, { cwd: omp.path, env: { ...omp.env, ...env } });
	await terminal.waitFor("Acme One");
	terminal.type("look at it\r");
	await terminal.waitFor("A red picture.");
	return {
		terminal,
		async [Symbol.asyncDispose]() {
			await terminal[Symbol.asyncDispose]();
			await omp[Symbol.asyncDispose]();
		},
	};
}

test("an image is shown in a terminal that supports it, and deleted at exit", async () => {
	await using shown = await read({ PI_FORCE_IMAGE_PROTOCOL: "kitty-placeholders" });
	const { terminal } = shown;
	await terminal.waitFor("\u{10eeee}");
	expect(terminal.output().split("a=t,f=100")).toHaveLength(2);
	terminal.type("\x04");
	await terminal.exit;
	expect(terminal.output()).toContain("\x1b_Ga=d,d=I,");
});

test("other terminals show a text placeholder", async () => {
	await using shown = await read({ PI_FORCE_IMAGE_PROTOCOL: "none" });
	await shown.terminal.waitFor("[Image: shot.png 90x36 png]");
});
