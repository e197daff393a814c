/** A tool that extensions make for one folder, to call it or to register it changed. */
export interface FolderTool<Params> {
	readonly name: string;
	readonly label: string;
	readonly description: string;
	/** A JSON schema. */
	readonly parameters: unknown;
	execute(
		toolCallId: string,
		params: Params,
		signal?: AbortSignal,
		onUpdate?: (partial: ToolResult) => void,
	): Promise<ToolResult>;
}

export interface ToolResult {
	readonly content: ReadonlyArray<
		| { readonly type: "text"; readonly text: string }
		| { readonly type: "image"; readonly data: string; readonly mimeType: string }
	>;
	readonly details?: Readonly<Record<string, unknown>>;
}

export function textResult(text: string, details?: ToolResult["details"]): ToolResult {
	return { content: [{ type: "text", text }], ...(details && { details }) };
}
