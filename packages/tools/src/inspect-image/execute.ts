import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { smallImage } from "@oh-my-pi/pi-natives/image/small-image";
import { currentPlace } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { loadImage } from "../formats/images/load-image.ts";
import type { InspectImageDeps, InspectImageParams } from "./inspect-image.ts";

export interface InspectImageDetails {
	readonly model: string;
	readonly imagePath: string;
	readonly mimeType: string;
}

const maxBytes = 20 * 1024 * 1024;

export async function executeInspectImage(
	params: InspectImageParams,
	call: Pick<ToolCallContext<InspectImageDetails>, "signal">,
	deps: InspectImageDeps,
): Promise<ToolOutput<InspectImageDetails>> {
	const { images, vision, workspace } = deps;
	if (images.blocked) {
		throw new ToolError(
			"Image submission is disabled by settings (images.blockImages=true). Ask the user to describe the image or to change the setting.",
		);
	}
	if (!vision.ask) throw new ToolError("No models available for inspect_image.");
	if (params.question.trim() === "") throw new ToolError("question must not be empty");
	const loaded = await loadImage(params.path, { ...deps, base: currentPlace(workspace), maxBytes }, call.signal);
	if (!loaded.mimeType) {
		throw new ToolError("inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content.");
	}
	const image = images.autoResize
		? await smallImage(loaded.bytes, { webp: workspace.env.OMP_NO_WEBP !== "1" }).catch((error) => {
				throw new ToolError(`Cannot decode image '${params.path}': ${errorMessage(error)}`);
			})
		: { bytes: loaded.bytes, mimeType: loaded.mimeType };
	const timeoutMs = deps.timeoutMs();
	const deadline = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
	const signal = deadline ? AbortSignal.any([call.signal, deadline]) : call.signal;
	const data = Buffer.from(image.bytes).toString("base64");
	try {
		const answer = await vision.ask({ data, mimeType: image.mimeType, question: params.question }, signal);
		const text = answer.text.trim();
		if (text === "") throw new ToolError("inspect_image model returned no text output.");
		return {
			content: text,
			details: { model: answer.model, imagePath: loaded.shown, mimeType: image.mimeType },
		};
	} catch (error) {
		call.signal.throwIfAborted();
		if (deadline?.aborted) {
			throw new ToolError(`inspect_image timed out after ${timeoutMs / 1000} s (inspect_image.timeoutMs).`);
		}
		throw error;
	}
}
