/** How thinking of another model is written for a model family. */
export type ThinkingStyle = "thinking-tag" | "think-tag" | "fence";

export function detectThinkingStyle(modelId: string): ThinkingStyle {
	if (/gemini|gemma/i.test(modelId)) return "fence";
	if (/gpt|(^|[/.])o\d|qwen|deepseek/i.test(modelId)) return "think-tag";
	return "thinking-tag";
}

export function demoteThinking(thinking: string, style: ThinkingStyle): string {
	switch (style) {
		case "thinking-tag":
			return `<thinking>\n${thinking}\n</thinking>`;
		case "think-tag":
			return `<think>\n${thinking}\n</think>`;
		case "fence":
			return `\`\`\`thinking\n${thinking}\n\`\`\``;
	}
}
