import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { discoverAuthStorage } from "./auth-storage.ts";
import { ModelRegistry } from "./model-registry.ts";
import { Settings } from "./settings.ts";

test("a registry made from a storage knows models, which of them have a key, and the key", async () => {
	await using files = await workspace();
	using auth = await discoverAuthStorage(files.path);
	const models = new ModelRegistry(auth);
	expect(models.getAll()).toEqual([]);
	auth.setRuntimeApiKey("groq", "gsk-runtime");
	await models.load();
	const [model] = models.getAll().filter(({ provider }) => provider === "groq");
	if (!model) throw new Error("The catalog has no model of groq");
	expect(models.find("groq", model.id)).toBe(model);
	expect(models.find("groq", "no-such-model")).toBeUndefined();
	expect(models.getAvailable().some(({ provider }) => provider === "groq")).toBe(true);
	expect(models.hasConfiguredAuth(model)).toBe(true);
	expect(await models.getApiKey(model)).toBe("gsk-runtime");
	expect(models.getError()).toBeUndefined();
});

test("keys: those of the program come before stored ones, and are forgotten", async () => {
	await using files = await workspace();
	using auth = await discoverAuthStorage(files.path);
	expect(auth.hasAuth("openrouter")).toBe(false);
	await auth.setKey("openrouter", "stored");
	expect([auth.hasAuth("openrouter"), await auth.getApiKey("openrouter")]).toEqual([true, "stored"]);
	auth.setConfigApiKey("openrouter", "configured");
	expect(await auth.getApiKey("openrouter")).toBe("configured");
	auth.setRuntimeApiKey("openrouter", "runtime");
	expect(await auth.getApiKey("openrouter")).toBe("runtime");
	auth.removeRuntimeApiKey("openrouter");
	auth.removeConfigApiKey("openrouter");
	expect(await auth.getApiKey("openrouter")).toBe("stored");
	auth.setConfigApiKey("openrouter", "configured");
	auth.clearConfigApiKeys();
	const [stored] = auth.list("openrouter");
	expect(auth.disableCredentialById(stored?.id ?? -1)).toBe(true);
	expect(auth.disableCredentialById(999)).toBe(false);
	expect(auth.hasAuth("openrouter")).toBe(false);
	await auth.setKey("openrouter", "again");
	auth.logout("openrouter");
	expect(auth.list("openrouter")).toEqual([]);
	expect(await auth.fetchUsageReports()).toEqual([]);
});

test("login asks, and stores what it was given", async () => {
	await using files = await workspace();
	using auth = await discoverAuthStorage(files.path);
	const questions: string[] = [];
	const ask = async (question: string) => {
		questions.push(question);
		return "csk-given";
	};
	await auth.login("cerebras", { show: () => {}, ask });
	expect(questions).toHaveLength(1);
	expect(await auth.getApiKey("cerebras")).toBe("csk-given");
	await expect(auth.login("nobody", { show: () => {}, ask })).rejects.toThrow("Unknown provider: nobody");
});

test("settings tell the shell, and those that were loaded last", async () => {
	await using files = await workspace();
	const settings = Settings.isolated({ shellPath: "/bin/zsh" });
	expect(settings.getShellConfig()).toMatchObject({ shell: "/bin/zsh", args: ["-l", "-c"] });
	const loaded = await Settings.init({ cwd: files.path, agentDir: files.file("agent") });
	expect(Settings.instance).toBe(loaded);
	expect(loaded.getShellConfig().shell).toContain("bash");
});
