/** A PDF of one page for each list of lines. */
export function pdfOf(...pages: ReadonlyArray<readonly string[]>): Uint8Array {
	const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		...pages.flatMap((lines, index) => {
			const drawing = `BT /F1 12 Tf 10 180 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(" ")} ET`;
			return [
				`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
				`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
			];
		}),
	];
	let pdf = "%PDF-1.4\n";
	const offsets = objects.map((object, index) => {
		const offset = pdf.length;
		pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, "0")} 00000 n \n`;
	});
	const start = pdf.length;
	pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
	pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
	return Buffer.from(pdf, "latin1");
}
