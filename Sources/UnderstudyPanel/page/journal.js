// The last requests, by their numbers; bounded, whatever comes.

const limit = 2000;
/** How far it may grow until the oldest are dropped, all at once. */
const slack = 500;

const entries = new Map();
/** Their numbers, ascending. */
let order = [];

export function add(summary, isHeld = false) {
	const known = entries.get(summary.seq);
	// A listing may be older than an event that came before it.
	if (known?.ending && !summary.ending) return known;
	if (known) return Object.assign(known, summary, { isHeld: (isHeld || known.isHeld) && !summary.ending });
	const entry = { ...summary, isHeld };
	entries.set(entry.seq, entry);
	order.push(entry.seq);
	// A listing comes after the first events.
	if (order.at(-2) > entry.seq) order.sort((a, b) => a - b);
	if (order.length > limit + slack) {
		order.slice(0, -limit).forEach((seq) => entries.delete(seq));
		order = order.slice(-limit);
	}
	return entry;
}

export function clear() {
	entries.clear();
	order = [];
}

export const get = (seq) => entries.get(seq);
export const count = () => order.length;
export const newest = () => order.at(-1) ?? 0;
/** Those that a test takes, the newest first. */
export const list = (test) => order.toReversed().map(get).filter(test);

/** How a request ended, as a word and as one of a few kinds. */
export function outcome(entry) {
	if (entry.isHeld) return { word: 'held', kind: 'open' };
	if (entry.ending === null) return { word: 'under way', kind: 'open' };
	if (entry.ending !== 'completed') return { word: entry.ending, kind: 'bad' };
	return { word: String(entry.status), kind: entry.status >= 500 ? 'bad' : entry.status >= 400 ? 'warn' : 'fine' };
}
