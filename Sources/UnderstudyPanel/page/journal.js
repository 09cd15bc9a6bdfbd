// The last requests, by their numbers; bounded, whatever comes.

/** How far it may grow until the oldest are dropped, all at once. */
const slack = 500;
/** How many are shown at most, where older ones are asked for. */
const most = 10000;

const entries = new Map();
/** Their numbers, ascending once they are sorted. */
let order = [];
let isMixed = false;
let limit = 2000;
/** Whether the daemon may have older ones. */
let isCut = false;
/** While it is paused: what is shown, its last number, how many came since. */
let still = null;

export function add(summary, isHeld = false) {
	const known = entries.get(summary.seq);
	// A listing may be older than an event that came before it.
	if (known?.ending && !summary.ending) return known;
	if (known) return Object.assign(known, summary, { isHeld: (isHeld || known.isHeld) && !summary.ending });
	const entry = { ...summary, isHeld };
	entries.set(entry.seq, entry);
	order.push(entry.seq);
	if (entry.seq > still?.last) still.come += 1;
	// A listing comes after the first events.
	isMixed ||= order.at(-2) > entry.seq;
	if (order.length > limit + slack) {
		sort();
		order.slice(0, -limit).forEach((seq) => entries.delete(seq));
		order = order.slice(-limit);
		isCut = true;
	}
	return entry;
}

export function clear() {
	entries.clear();
	order = [];
	limit = 2000;
	still = null;
}

function sort() {
	if (isMixed) order.sort((a, b) => a - b);
	isMixed = false;
}

export const get = (seq) => entries.get(seq);
export const count = () => order.length;
const all = () => (sort(), order.toReversed().map(get));
/** Those that a test takes, the newest first. */
export const list = (test) => (still?.shown ?? all()).filter(test);

/** Keeps what is shown, whatever comes and goes, or goes on. */
export function pause() {
	still = still ? null : { shown: all(), last: order.at(-1) ?? 0, come: 0 };
}

export const come = () => still?.come;
export const hasOlder = () => isCut && !still && order.length < most;

/** Makes room for older ones; gives how many there are to be. */
export const widen = () => (limit = Math.min(Math.max(limit, order.length + 1000), most));

export const cut = (isSo) => { isCut = isSo; };

/** How a request ended, as a word and as one of a few kinds. */
export function outcome(entry) {
	if (entry.isHeld) return { word: 'held', kind: 'open' };
	if (entry.ending === null) return { word: 'under way', kind: 'open' };
	if (entry.ending !== 'completed') return { word: entry.ending, kind: 'bad' };
	return { word: String(entry.status), kind: entry.status >= 500 ? 'bad' : entry.status >= 400 ? 'warn' : 'fine' };
}
