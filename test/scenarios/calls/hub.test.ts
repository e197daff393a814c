import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { resultsOf } from "../model-tasks/testing/results.ts";

const hub = (args: Readonly<Record<string, unknown>>) => ({ name: "hub", arguments: { i: "hub", ...args } });

describe("hub, the tool of other programs for messages, jobs and processes", () => {
	verifies("tools-agent:irc:hub", async () => {
		await using omp = await ompProject({
			replies: [
				toolCalls(
					hub({ op: "jobs" }),
					hub({ op: "cancel", ids: ["bg_9"] }),
					hub({ op: "list" }),
					hub({ op: "inbox", peek: true }),
					hub({ op: "send", to: "Nobody", message: "hello" }),
					hub({ op: "start", name: "echo", application: "cat" }),
					hub({ op: "ps" }),
					hub({ op: "send", name: "echo", text: "said by hub" }),
					hub({ op: "wait", name: "echo", timeout: 1 }),
					hub({ op: "logs", name: "echo" }),
					hub({ op: "stop", name: "echo" }),
					hub({ op: "wait", ids: ["bg_9"] }),
					hub({ op: "wait", timeoutMs: 200 }),
					hub({ op: "wait", from: "Nobody", timeoutMs: 200 }),
					hub({ op: "send", to: "Nobody", name: "echo", message: "x" }),
					hub({ op: "fly" }),
					hub({}),
				),
				text("Done."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", 'sandbox: { mode: "off" }\n');
		await omp.run(["-p", "go", "--yolo"]);
		const [, answered] = omp.model.requests;
		const assistant = ((answered?.messages ?? []) as ReadonlyArray<{ content: ReadonlyArray<{ name?: string }> }>)[1];
		expect(assistant?.content.map(({ name }) => name)).toEqual([
			...["job", "job", "irc", "irc", "irc"],
			...["launch", "launch", "launch", "launch", "launch", "launch"],
			...["job", "job", "irc", "hub", "hub", "hub"],
		]);
		const results = resultsOf(answered);
		const told = (index: number) => results[index]?.replace(/\n\n\[The tool `hub`[\s\S]*/, "");
		expect(told(0)).toBe("No background jobs.");
		expect(told(1)).toBe("Background job not found: bg_9");
		expect(told(2)).toBe("No other agents.");
		expect(told(3)).toBe("Inbox empty.");
		expect(told(4)).toContain("Nobody");
		expect(told(5)).toContain("echo");
		expect(told(9)).toContain("said by hub");
		expect(told(11)).toBe("No matching jobs found for IDs: bg_9");
		expect(told(12)).toBe("No job is running, and no message has arrived.");
		expect(told(14)).toBe("hub: send has both to (an agent) and name (a process); give one of them.");
		const ops = "one of send, wait, inbox, list, jobs, cancel, start, ps, logs, stop, restart, describe.";
		expect(told(15)).toBe(`hub: unknown op "fly"; ${ops}`);
		expect(told(16)).toBe(`hub: op is missing; ${ops}`);
		expect(results[0]).toEndWith("[The tool `hub` is called `job` here.]");
	});

	test("a policy for hub holds for all of them, and one for a part for that part", async () => {
		const calls = [
			hub({ op: "jobs" }),
			hub({ op: "list" }),
			hub({ op: "ps" }),
			{ name: "job", arguments: { i: "j", list: true } },
		];
		const denied = async (policies: string) => {
			await using omp = await ompProject({ replies: [toolCalls(...calls), text("Done.")] });
			await omp.home.write(".omp/agent/config.yml", `tools: { approval: { ${policies} } }\n`);
			await omp.run(["-p", "go", "--yolo"]);
			return resultsOf(omp.model.requests[1]).map(
				(answer) => /blocked by user policy \((.*)\)/.exec(answer)?.[1] ?? "ran",
			);
		};
		const remove = "tools.approval.hub: deny";
		expect(await denied("hub: deny")).toEqual([remove, remove, remove, remove]);
		const job = "tools.approval.job: deny";
		expect(await denied("hub: allow, job: deny")).toEqual([job, "ran", "ran", job]);
	});
});
