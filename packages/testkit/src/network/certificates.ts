import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../run-command.ts";

export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** A certificate authority of the test. */
export interface Authority {
	/** The file with its certificate. */
	readonly path: string;
	issue(names: readonly string[], options?: { readonly expired?: boolean }): Promise<Certificate>;
}

/** Makes an authority with its files in `folder`. */
export async function authority(folder: string, name: string): Promise<Authority> {
	await mkdir(folder, { recursive: true });
	const openssl = async (...args: string[]) => {
		const { exitCode, stderr } = await runCommand(["openssl", ...args], { cwd: folder });
		if (exitCode !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
	};
	const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	const path = join(folder, `${name}.pem`);
	await openssl(
		"req",
		"-x509",
		...newKey,
		"-keyout",
		`${name}.key`,
		"-out",
		path,
		"-days",
		"2",
		"-subj",
		`/CN=${name}`,
	);
	await Bun.write(join(folder, `${name}.cnf`), configuration(folder, name));
	await Bun.write(join(folder, `${name}.index`), "");
	let count = 0;
	let issuing: Promise<unknown> = Promise.resolve();
	return {
		path,
		issue(names, { expired = false } = {}) {
			// One after the other, since all are entered in one list.
			const certificate = issuing.then(() => issueOne(names, expired));
			issuing = certificate.catch(() => {});
			return certificate;
		},
	};

	async function issueOne(names: readonly string[], expired: boolean): Promise<Certificate> {
		const id = `${name}-${++count}`;
		const listed = names.map((one) => (/^[\d.]+$|:/.test(one) ? `IP:${one}` : `DNS:${one}`)).join(",");
		await Bun.write(join(folder, `${id}.ext`), `subjectAltName=${listed}\n`);
		await openssl("req", ...newKey, "-keyout", `${id}.key`, "-out", `${id}.csr`, "-subj", `/CN=${id}`);
		const dates = expired ? ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"] : ["-days", "2"];
		const config = ["-config", `${name}.cnf`, "-extfile", `${id}.ext`, "-batch", "-notext"];
		// `openssl x509` of older versions cannot issue what has expired.
		await openssl("ca", "-in", `${id}.csr`, "-out", `${id}.pem`, ...config, ...dates);
		const read = (extension: string) => readFile(join(folder, `${id}.${extension}`), "utf8");
		return { cert: await read("pem"), key: await read("key") };
	}
}

function configuration(folder: string, name: string): string {
	return [
		"[ca]",
		"default_ca = test",
		"[test]",
		`certificate = ${join(folder, `${name}.pem`)}`,
		`private_key = ${join(folder, `${name}.key`)}`,
		`database = ${join(folder, `${name}.index`)}`,
		`new_certs_dir = ${folder}`,
		"rand_serial = yes",
		"default_md = sha256",
		"unique_subject = no",
		"policy = any",
		"[any]",
		"commonName = supplied",
		"",
	].join("\n");
}
