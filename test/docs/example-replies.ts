import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

/** Scripted replies for each example of `docs/sdk.md` and `docs/hooks.md`. */
export const exampleReplies: Readonly<Record<string, readonly Reply[]>> = {
	first: [text("It greets people.\n")],
	hook: [toolCall("bash", { i: "look", command: "ls" }), text("It greets people.")],
	tool: [toolCall("weather", { i: "look", city: "Bern" }), text("Take your sunglasses.")],
	sessions: [text("I will."), text("Seven.")],
	steering: [text("A story about a cat."), text("The Cat")],
	parts: [],
	approval: [toolCall("bash", { i: "clean", command: "rm -rf build" }), text("Then I will leave it.")],
	client: [toolCall("weather", { i: "look", city: "Bern" }), text("Take an umbrella.")],
};
