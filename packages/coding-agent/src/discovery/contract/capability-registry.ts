import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Claim } from "../../trust/claim.ts";
import { linkClaim } from "../../trust/file-claims.ts";
import type { Project } from "../../trust/project.ts";
import type { Capability, DiscoveryProvider, Found, LoadContext, LoadResult, NamedRoots } from "./capability.ts";

export interface CapabilityResult<Item> {
	/** The effective items. */
	readonly items: readonly Found<Item>[];
	/** All items, including those shadowed by another item of the same key. */
	readonly all: ReadonlyArray<Found<Item> & { readonly _shadowed?: true }>;
	readonly warnings: readonly string[];
	/** The providers that were loaded, in order. */
	readonly providers: readonly string[];
}

export interface LoadOptions<Item = unknown> {
	readonly providers?: readonly string[];
	readonly excludeProviders?: readonly string[];
	readonly includeInvalid?: boolean;
	readonly includeDisabled?: boolean;
	/** Leaves items out before they can shadow others. */
	readonly accepts?: (item: Found<Item>) => boolean;
}

/** What the settings disable. */
export interface DisabledItems {
	readonly providers: () => readonly string[];
	/** `disabledExtensions` */
	readonly extensions: () => readonly string[];
}

/** Providers sorted by priority; equal ones keep the order of the list. */
export class CapabilityRegistry {
	readonly providers: readonly DiscoveryProvider[];
	readonly #disabled: DisabledItems;
	readonly #named: (() => NamedRoots) | undefined;

	constructor(providers: readonly DiscoveryProvider[], disabled: DisabledItems, named?: () => NamedRoots) {
		this.providers = providers.toSorted((a, b) => b.priority - a.priority);
		this.#disabled = disabled;
		this.#named = named;
	}

	/** The same with more providers. */
	with(more: readonly DiscoveryProvider[]): CapabilityRegistry {
		if (more.length === 0) return this;
		return new CapabilityRegistry([...this.providers, ...more], this.#disabled, this.#named);
	}

	isProviderEnabled(id: string): boolean {
		return !this.#disabled.providers().includes(id);
	}

	/** Loads all providers in parallel. A provider that fails only adds a warning. */
	async load<Item>(
		capability: Capability<Item>,
		context: LoadContext,
		options: LoadOptions<Item> = {},
	): Promise<CapabilityResult<Item>> {
		const asked = this.providers.filter(
			(provider) => capability.id in provider.loads && this.#isWanted(provider, options),
		);
		const place = this.#named ? { ...context, named: this.#named() } : context;
		const results = await Promise.all(asked.map((provider) => loadFrom(provider, capability, place)));
		const warnings = results.flatMap((result) => result.warnings ?? []);
		const { kept, all } = withoutDuplicates(
			results
				.flatMap(({ items }) => items)
				.filter((item) => (options.accepts?.(item) ?? true) && isAdmitted(item, capability, context)),
			capability,
		);
		const items = kept.filter((item) => {
			const problem = options.includeInvalid ? undefined : capability.validate?.(item);
			if (problem) warnings.push(`${item._source.path}: ${problem}`);
			return !problem && (options.includeDisabled || !this.#isDisabled(item, capability));
		});
		return { items, all, warnings, providers: asked.map(({ id }) => id) };
	}

	#isWanted(
		{ id }: DiscoveryProvider,
		{ providers, excludeProviders }: Pick<LoadOptions, "providers" | "excludeProviders">,
	): boolean {
		return this.isProviderEnabled(id) && (providers?.includes(id) ?? true) && !excludeProviders?.includes(id);
	}

	#isDisabled<Item>(item: Found<Item>, capability: Capability<Item>): boolean {
		const id = capability.extensionId?.(item);
		return id !== undefined && this.#disabled.extensions().includes(id);
	}
}

/** Left out before it can shadow anything of the user's. */
function isAdmitted<Item>(item: Found<Item>, { trust }: Capability<Item>, { gate }: LoadContext): boolean {
	if (item._source.level !== "project") return true;
	const claim = trust === "text" ? findLink(item, gate.project) : trust(item, gate.project);
	return claim === undefined || gate.admits(claim);
}

/** A link in a project can lead to any file of the user's. */
function findLink(item: Found<unknown>, project: Project): Claim | undefined {
	const { path } = item._source;
	const content = "content" in item && typeof item.content === "string" ? item.content : "";
	return linkClaim(project, path, content);
}

async function loadFrom<Item>(
	provider: DiscoveryProvider,
	capability: Capability<Item>,
	context: LoadContext,
): Promise<LoadResult<Item>> {
	const { displayName } = provider;
	const warning = (text: string) => `[${displayName}] ${text}`;
	try {
		const result = (await provider.loads[capability.id]?.(context)) as LoadResult<Item> | undefined;
		const items = result?.items ?? [];
		// Providers of extensions may violate the type.
		const sourced = items.filter((item) => item._source !== undefined);
		const lost = items.length - sourced.length;
		return {
			items: sourced.map((item) => ({ ...item, _source: { ...item._source, providerName: displayName } })),
			warnings: [
				...(result?.warnings ?? []).map(warning),
				...(lost > 0 ? [warning(`${lost} of ${capability.displayName} without a source dropped`)] : []),
			],
		};
	} catch (error) {
		return { items: [], warnings: [warning(errorMessage(error))] };
	}
}

function withoutDuplicates<Item>(items: readonly Found<Item>[], capability: Capability<Item>) {
	const seen = new Set<string>();
	const kept: Found<Item>[] = [];
	const all = items.map((item): Found<Item> & { _shadowed?: true } => {
		const key = capability.key(item);
		if (key !== undefined && seen.has(key)) return { ...item, _shadowed: true };
		if (key !== undefined) seen.add(key);
		kept.push(item);
		return item;
	});
	return { kept, all };
}
