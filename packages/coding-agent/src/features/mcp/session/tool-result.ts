import { writeFileSync } from "node:fs";
import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { CallResult, ContentBlock } from "@oh-my-pi/pi-mcp/server/server-messages";
import type { ArtifactSpace } from "@oh-my-pi/pi-tools/output/artifact-space";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

export interface McpToolDetails {
	readonly serverName: string;
	readonly mcpToolName: string;
	readonly isError?: true;
	readonly provider?: string;
	readonly providerName?: string;
}

/** What the model reads of a result, and the pictures in it. */
export function toolOutput(
	result: CallResult,
	details: McpToolDetails,
	artifacts: Pick<ArtifactSpace, "allocate"> | undefined,
): ToolOutput<McpToolDetails> {
	const parts = result.content.flatMap((block) => formatBlock(block, artifacts) ?? []);
	if (result.content.length === 0 && result.structuredContent !== undefined) {
		parts.push(JSON.stringify(result.structuredContent, undefined, 2));
	}
	const text = parts.join("\n\n") || "(no output)";
	const images = result.content.flatMap((block) => readImage(block) ?? []);
	const isError = result.isError;
	const shown = isError ? `Error: ${text}` : text;
	return {
		content: images.length > 0 ? [{ type: "text", text: shown }, ...images] : shown,
		details: { ...details, ...(isError && { isError }) },
		...(isError && { isError }),
	};
}

function formatBlock(block: ContentBlock, artifacts: Pick<ArtifactSpace, "allocate"> | undefined): string | undefined {
	switch (block.type) {
		case "text":
			return typeof block.text === "string" ? block.text : undefined;
		case "image":
			return `[Image: ${block.mimeType}]`;
		case "audio":
			return audioLine(block, artifacts);
		case "resource": {
			const { uri, text, mimeType } = isRecord(block.resource) ? block.resource : {};
			return typeof text === "string" ? `[Resource: ${uri}]\n${text}` : `[Resource: ${uri}] (${mimeType ?? "binary"})`;
		}
		case "resource_link":
			return `[Resource: ${block.uri}]${typeof block.description === "string" ? ` ${block.description}` : ""}`;
		default:
			return undefined;
	}
}

function readImage({ type, data, mimeType }: ContentBlock): ImageContent | undefined {
	if (type !== "image" || typeof data !== "string" || typeof mimeType !== "string") return;
	return { type: "image", data, mimeType };
}

/** Models do not hear, but tools can work with the file. */
function audioLine({ data, mimeType }: ContentBlock, artifacts: Pick<ArtifactSpace, "allocate"> | undefined): string {
	const line = `[Audio: ${mimeType}]`;
	if (typeof data !== "string" || !artifacts) return line;
	try {
		const { id, path } = artifacts.allocate("audio");
		if (path === undefined) return line;
		writeFileSync(path, Buffer.from(data, "base64"));
		return `[Audio: ${mimeType}, saved as artifact://${id}]`;
	} catch {
		// The line alone still says what came.
		return line;
	}
}
