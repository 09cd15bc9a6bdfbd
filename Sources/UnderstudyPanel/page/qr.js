// QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 6: up to 106 bytes.

/** For each version: codewords, how many of each block correct errors, blocks. */
const versions = [[26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4]];

const upTo = (count) => [...Array(count).keys()];

/** The rows of a code, true for dark; null where the text is too long. */
export function qr(text) {
	const data = new TextEncoder().encode(text);
	const version = 1 + versions.findIndex(([all, correcting, blocks]) => data.length + 1.5 <= all - correcting * blocks);
	if (version === 0) return null;
	const words = interleave(encode(data, version), version);
	return upTo(4).map((mask) => draw(version, words, mask)).map((code) => ({ code, score: penalty(code) }))
		.sort((a, b) => a.score - b.score)[0].code;
}

/** The codewords of mode, length and bytes, and what fills the rest. */
function encode(data, version) {
	const [all, correcting, blocks] = versions[version - 1];
	const capacity = all - correcting * blocks;
	const bits = [];
	const put = (value, count) => upTo(count).forEach((bit) => bits.push((value >> (count - 1 - bit)) & 1));
	put(4, 4);
	put(data.length, 8);
	data.forEach((byte) => put(byte, 8));
	put(0, Math.min(4, capacity * 8 - bits.length));
	while (bits.length % 8) bits.push(0);
	const words = upTo(bits.length / 8).map((place) => parseInt(bits.slice(place * 8, place * 8 + 8).join(''), 2));
	for (let fill = 0xec; words.length < capacity; fill ^= 0xfd) words.push(fill);
	return words;
}

/** Splits data into blocks, adds what corrects the errors of each, and mixes them. */
function interleave(words, version) {
	const [all, correcting, count] = versions[version - 1];
	const length = all / count - correcting;
	const blocks = upTo(count).map((place) => words.slice(place * length, (place + 1) * length));
	const divisor = generator(correcting);
	const errors = blocks.map((block) => remainder(block, divisor));
	const mix = (length, parts) => upTo(length).flatMap((place) => parts.map((part) => part[place]));
	return [...mix(length, blocks), ...mix(correcting, errors)];
}

/** The product in the field of 256 elements (x^8 + x^4 + x^3 + x^2 + 1). */
function times(a, b) {
	let product = 0;
	for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
	return product;
}

/** The polynomial of Reed and Solomon without its first coefficient, which is 1. */
function generator(degree) {
	const result = [...Array(degree - 1).fill(0), 1];
	let root = 1;
	for (let step = 0; step < degree; step += 1, root = times(root, 2)) {
		for (const place of upTo(degree)) result[place] = times(result[place], root) ^ (result[place + 1] ?? 0);
	}
	return result;
}

function remainder(data, divisor) {
	const result = Array(divisor.length).fill(0);
	for (const word of data) {
		const factor = word ^ result.shift();
		result.push(0);
		divisor.forEach((one, place) => { result[place] ^= times(one, factor); });
	}
	return result;
}

/** Half of those that there are. */
const masks = [(x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3];

function draw(version, words, mask) {
	const size = version * 4 + 17;
	const code = upTo(size).map(() => Array(size));
	const set = (x, y, isDark) => { if (x >= 0 && y >= 0 && x < size && y < size) code[y][x] = Boolean(isDark); };
	const square = (x, y, reach, isDark) => {
		for (let dy = -reach; dy <= reach; dy += 1) for (let dx = -reach; dx <= reach; dx += 1) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
	};
	for (const place of upTo(size)) {
		set(6, place, place % 2 === 0);
		set(place, 6, place % 2 === 0);
	}
	for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
	if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1);
	format(set, size, mask);
	let bit = 0;
	// In columns of two, up and down, from the right.
	for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
		for (const step of upTo(size)) {
			const y = ((right + (right < 6 ? 1 : 0)) & 2) === ((size - 1) & 2) ? size - 1 - step : step;
			for (const x of [right, right - 1]) {
				if (code[y][x] !== undefined) continue;
				code[y][x] = Boolean((words[bit >> 3] >> (7 - (bit & 7))) & 1) !== (masks[mask](x, y) === 0);
				bit += 1;
			}
		}
	}
	return code;
}

/** Level M and the mask, with what corrects their errors (BCH), twice. */
function format(set, size, mask) {
	let rest = mask;
	for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
	const bits = ((mask << 10) | rest) ^ 0x5412;
	for (const place of upTo(15)) {
		const isDark = (bits >> place) & 1;
		if (place < 8) set(8, place < 6 ? place : place + 1, isDark);
		else set(place === 8 ? 7 : 14 - place, 8, isDark);
		if (place < 8) set(size - 1 - place, 8, isDark);
		else set(8, size - 15 + place, isDark);
	}
	set(8, size - 8, true);
}

/** How hard a code is to read: long runs, too much of one colour. */
function penalty(code) {
	const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]))].map((line) => line.map(Number).join(''));
	const dark = code.flat().filter(Boolean).length / code.length ** 2;
	return lines.reduce((score, line) => score + (line.match(/0{5,}|1{5,}/g) ?? []).join('').length, Math.abs(dark - 0.5) * 200);
}
