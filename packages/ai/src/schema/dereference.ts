import { isNode, mapSubschemas, type SchemaNode } from "./json-schema.ts";

export class CyclicSchemaError extends Error {
	override readonly name = "CyclicSchemaError";
}

/** Enough for any real tool; a larger schema is truncated. */
const maxNodes = 5000;

/**
 * Inlines every local `$ref`; keywords beside a reference win. A recursive schema is expanded once and then cut to its
 * type, or rejected if the target cannot handle that.
 */
export function dereference(root: SchemaNode, options: { onCycle: "cut" | "throw" } = { onCycle: "cut" }): SchemaNode {
	let nodeCount = 0;

	function inline(node: SchemaNode, path: readonly string[]): SchemaNode {
		if (typeof node.$ref !== "string") {
			const { $defs: _, ...rest } = node;
			return ++nodeCount > maxNodes ? outlineNode(rest) : mapSubschemas(rest, (child) => inline(child, path));
		}
		const { $ref, ...siblings } = node;
		const target = resolvePointer(root, $ref);
		if (!target) return inline(siblings, path);
		if (!path.includes($ref)) return inline({ ...target, ...siblings }, [...path, $ref]);
		if (options.onCycle === "throw") throw new CyclicSchemaError(`The schema contains itself at ${$ref}`);
		return { ...outlineNode(target), ...siblings };
	}

	return inline(root, []);
}

function outlineNode(node: SchemaNode): SchemaNode {
	return {
		...(node.type !== undefined && { type: node.type }),
		...(node.description !== undefined && { description: node.description }),
	};
}

function resolvePointer(root: SchemaNode, pointer: string): SchemaNode | undefined {
	if (pointer !== "#" && !pointer.startsWith("#/")) return undefined;
	let found: unknown = root;
	for (const part of pointer.split("/").slice(1)) {
		const name = decodePart(part);
		if (Array.isArray(found)) found = found[Number(name)];
		else if (isNode(found) && Object.hasOwn(found, name)) found = found[name];
		else return undefined;
	}
	return isNode(found) ? found : undefined;
}

function decodePart(part: string): string {
	const unescaped = part.replaceAll("~1", "/").replaceAll("~0", "~");
	try {
		return decodeURIComponent(unescaped);
	} catch {
		// Malformed percent encoding: use the name unchanged.
		return unescaped;
	}
}
