import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Tells the model what it cannot know, and sees what goes over the wire. */
export default function (pi: ExtensionAPI): void {
	pi.on("before_agent_start", async ({ systemPrompt }, ctx) => {
		const { stdout, code } = await pi.exec("git", ["branch", "--show-current"], { cwd: ctx.cwd });
		const branch = code === 0 && stdout.trim() !== "" ? stdout.trim() : "none";
		return {
			systemPrompt: [...systemPrompt, "Answer in British English."],
			message: { customType: "project-facts.branch", content: `The branch is ${branch}.`, display: false },
		};
	});

	// Skills that are not where omp looks for them.
	pi.on("resources_discover", ({ cwd }) => ({ skillPaths: [`${cwd}/team-skills`] }));

	// Only the last of these notes is of interest; the session keeps them all.
	pi.on("context", ({ messages }) => {
		const isNote = (message: (typeof messages)[number]) =>
			"customType" in message && message.customType === "project-facts.branch";
		const last = messages.findLast(isNote);
		return { messages: messages.filter((message) => message === last || !isNote(message)) };
	});

	pi.on("before_provider_request", ({ payload }) => ({ ...(payload as object), metadata: { user_id: "facts" } }));

	pi.on("after_provider_response", ({ status, headers }, { ui }) => {
		ui.setStatus("provider", `${status} ${headers["content-type"]?.split(";")[0]}`);
	});
}
