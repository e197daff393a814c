import { expect, setDefaultTimeout } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { joinPage, openBrowser } from "./guest-browser.ts";
import { hostTerminal, shareAt, startRelay } from "./shared-room.ts";

setDefaultTimeout(90_000);

requires("chromium")("a guest in a browser prompts, approves, aborts and comes back after a break", async () => {
	const replies = [
		text("Earlier **answer**."),
		toolCall("bash", { i: "Trying", command: "echo from-phone > phone.txt; umask 022" }),
		text("Done on the phone."),
		toolCall("bash", { i: "Waiting", command: "sleep 50; umask 022" }),
		text("After the break."),
	];
	await using omp = await ompProject({ replies });
	await using relay = await startRelay(omp);
	await using host = hostTerminal(omp);
	await host.waitFor("Acme One");
	host.type("hello\r");
	await host.waitFor("Earlier answer");
	const { web } = await shareAt(host, relay.port);
	await using browser = await openBrowser();
	const { page, problems } = await joinPage(browser, web, "Grace");
	const log = page.getByRole("log");
	// Markdown is drawn, not shown.
	await log.locator("strong", { hasText: "answer" }).waitFor();
	expect(await page.locator("#people li").allTextContents()).toEqual(["Ada (host)", "Grace"]);
	await page.getByLabel("Prompt").fill("do it <img src=x onerror=alert(1)>");
	await page.keyboard.press("Enter");
	await host.waitFor("[Grace]");
	await page.getByRole("button", { name: "Approve" }).click();
	await log.getByText("Done on the phone.").waitFor();
	await log.getByText("do it <img src=x onerror=alert(1)>").waitFor();
	expect(await omp.files.read("phone.txt")).toBe("from-phone\n");
	expect(await log.locator("details.tool[data-state=done] code").first().textContent()).toContain("from-phone");
	// A phone has no sideways scrolling.
	expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
	await page.getByLabel("Prompt").fill("wait");
	await page.getByRole("button", { name: "Send" }).click();
	await page.getByRole("button", { name: "Approve" }).click();
	await log.locator("details.tool[data-state=running]").waitFor();
	await page.getByRole("button", { name: "Stop" }).click();
	await log.locator("details.tool[data-state=failed]").waitFor();
	// The relay goes away for a moment; meanwhile the host goes on.
	await relay.restart();
	host.type("go on\r");
	await log.getByText("After the break.").waitFor();
	expect(await log.getByText("Done on the phone.").count()).toBe(1);
	const secret = web.split(".").at(-1) ?? "";
	const seen = Buffer.concat(relay.traffic);
	for (const plain of ["Done on the phone", "Grace", "from-phone", secret]) expect(seen.includes(plain)).toBe(false);
	expect(problems.filter((problem) => !problem.includes("WebSocket"))).toEqual([]);
});

requires("chromium")("a browser with a view-only link has no way to take part", async () => {
	await using omp = await ompProject({
		replies: [toolCall("bash", { i: "Trying", command: "true; umask 022" }), text("Over.")],
	});
	await using relay = await startRelay(omp);
	await using host = hostTerminal(omp);
	await shareAt(host, relay.port);
	const { web } = await shareAt(host, relay.port, true);
	await using browser = await openBrowser();
	const { page } = await joinPage(browser, web, "Eve");
	await page.getByText("This link is view-only").waitFor();
	expect(await page.getByLabel("Prompt").isVisible()).toBe(false);
	host.type("go\r");
	await page.getByText("umask 022").first().waitFor();
	expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
});
