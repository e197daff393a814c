import { isOwnFlag } from "../../startup/launch-options.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { EventBus } from "./api/event-bus.ts";
import { describeError, Extensions } from "./extensions.ts";
import type { ExtensionError } from "./loading/find-extensions.ts";
import type { InlineFactory } from "./start/extension-places.ts";

export interface OpenedExtensions {
	readonly extensions: Extensions;
	/** Those that could not be loaded. */
	readonly errors: readonly ExtensionError[];
}

/** Loads the extensions, before a model is chosen, as they may bring models. */
export async function openExtensions({ workbench, request, notify }: FeatureStart): Promise<OpenedExtensions> {
	const { extensions: named = [], pluginDirs = [], extensionFlags = new Map() } = request;
	// What a program passes in is typed where it enters: in the SDK.
	const inline = (request.inlineExtensions ?? []) as readonly InlineFactory[];
	const bus = request.eventBus as EventBus | undefined;
	const extensions = new Extensions(workbench, { named, pluginDirs, discovers: !request.noExtensions, inline, bus });
	extensions.setFlags(extensionFlags);
	const errors = await extensions.load();
	for (const error of errors) notify(describeError(error));
	for (const { name, path } of extensions.registeredFlags) {
		if (isOwnFlag(name)) notify(`Extension ${path}: --${name} is reserved by omp and ignored.`);
	}
	return { extensions, errors };
}
