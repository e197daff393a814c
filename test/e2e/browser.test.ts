import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { testSite } from "../../packages/tools/src/browser/testing/test-site.ts";
import { opened } from "./at-terminal.ts";

const patienceMs = 90_000;

requires("chromium")(
	"a screenshot is shown in a terminal that supports images, and the user is asked before",
	async () => {
		using site = testSite();
		const code = `await tab.fill("input[name=name]", "Ann");\nawait tab.screenshot();\nreturn tab.title();`;
		await using omp = await ompProject({
			replies: [
				toolCall("browser", { i: "Opening", action: "open", url: `${site.url}/form` }),
				toolCall("browser", { i: "Filling in", action: "run", code }),
				text("The form is filled in."),
			],
		});
		await using terminal = ptyRun([...omp.command, "--approval-mode", "write"], {
			cwd: omp.path,
			env: { ...omp.env, PI_FORCE_IMAGE_PROTOCOL: "kitty-placeholders" },
		});
		await terminal.waitFor("Acme One");
		terminal.type("try the form in the browser\r");
		await opened(terminal, `URL: ${site.url}/form`);
		expect(site.requests).toEqual([]);
		terminal.type("y");
		// The call is on the screen before the question is.
		await until(() => /Yes, this once/.test(terminal.screen()) && /run tab main/.test(terminal.screen()));
		await opened(terminal, "run tab main");
		expect(terminal.screen()).toContain("await tab.screenshot();");
		terminal.type("y");
		await terminal.waitFor("The form is filled in.");
		expect(terminal.output()).toContain("Sign up");
		await terminal.waitFor("\u{10eeee}");
		terminal.type("\x04");
		await terminal.exit;
	},
	patienceMs,
);
