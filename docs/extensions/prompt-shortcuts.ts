import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Short forms for prompts: `?text` asks for a short answer, `ping` is answered here, and `!prod …` never runs. */
export default function (pi: ExtensionAPI): void {
	pi.on("input", ({ text, source }, { ui }) => {
		if (text === "ping") {
			ui.notify(`pong (${source})`);
			return { handled: true };
		}
		return text.startsWith("?") ? { text: `In one sentence: ${text.slice(1).trim()}` } : undefined;
	});

	pi.on("user_bash", ({ command }) =>
		/^prod\b/.test(command) ? { result: { output: "Not from here.", exitCode: 1 } } : undefined,
	);

	pi.on("user_python", ({ code }) =>
		/^\d+\s*[+*]\s*\d+$/.test(code) ? { result: { output: "Do that in your head.", exitCode: 0 } } : undefined,
	);
}
