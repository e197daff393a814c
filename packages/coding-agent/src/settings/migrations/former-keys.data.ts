/** Former names of keys; removed when the key is written or removed. */
export const formerKeys: Readonly<Record<string, readonly string[]>> = {
	steeringMode: ["queueMode"],
	"task.isolation.mode": ["task.isolation.enabled"],
	"inspect_image.mode": ["inspect_image.enabled"],
	"search.enabled": ["grep.enabled"],
	"search.contextBefore": ["grep.contextBefore"],
	"search.contextAfter": ["grep.contextAfter"],
	"find.enabled": ["glob.enabled"],
	"tools.discoveryMode": ["mcp.discoveryMode"],
};

/** Aliases of keys. */
export const keyAliases: Readonly<Record<string, string>> = {
	"inspect_image.enabled": "inspect_image.mode",
	"task.isolation.enabled": "task.isolation.mode",
	"grep.enabled": "search.enabled",
	"grep.contextBefore": "search.contextBefore",
	"grep.contextAfter": "search.contextAfter",
	"glob.enabled": "find.enabled",
	"mcp.discoveryMode": "tools.discoveryMode",
};
