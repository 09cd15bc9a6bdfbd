// The requests as they come, the newest first: 2,000 to 2,500, up to some 10,000 where older ones are asked
// for. Those in sight alone have rows.
import { $, button, clock, h, milliseconds, on, setText, span } from './dom.js';
import * as journal from './journal.js';
import { draws, ownURLs, sessionName, state, touch } from './state.js';
import { loadOlder, watch } from './world.js';

const height = 52;
const rows = new Map();
let shown = [];
let selected = null;
/** The route whose requests alone are shown. */
let wanted = null;
let open;

export function begin(opener) {
	open = opener;
	const list = $('requests');
	on(list, 'scroll', place);
	on(list, 'keydown', pressed);
	on(list, 'click', (event) => {
		const row = event.target.closest('[data-seq]');
		if (row) select(Number(row.dataset.seq), true);
	});
	new ResizeObserver(place).observe(list);
	for (const id of ['filter', 'status', 'unmatched']) {
		on(id, id === 'filter' ? 'input' : 'change', () => { wanted = null; touch('traffic'); });
	}
	on('scope', 'change', () => watch(state.session, $('scope').value || null));
	on('pause', 'click', () => {
		journal.pause();
		touch('traffic');
	});
	on('older', 'click', loadOlder);
	draws('traffic', draw);
}

/** Shows the requests of one route alone; of none, all. */
export function showRoute(id) {
	$('filter').value = id ?? '';
	$('status').value = '';
	$('unmatched').checked = false;
	wanted = id;
	touch('traffic');
}

const statuses = { 'Under way': (entry) => !entry.ending, 'Broken off': (entry) => entry.ending && entry.ending !== 'completed' };

function fits(entry) {
	if (wanted) return entry.route === wanted;
	const status = $('status').value;
	if (status && !(statuses[status]?.(entry) ?? String(entry.status)[0] === status[0])) return false;
	if ($('unmatched').checked && entry.matched !== false) return false;
	const text = $('filter').value.trim().toLowerCase();
	return !text || [entry.method, entry.target, entry.route, entry.variant, entry.status, entry.session && sessionName(entry.session)].join(' ').toLowerCase().includes(text);
}

function draw() {
	const list = $('requests');
	// Who has scrolled keeps the row under their eyes.
	const anchor = list.scrollTop > 8 && shown[Math.floor(list.scrollTop / height)]?.seq;
	shown = journal.list(fits);
	$('requests-space').style.height = `${shown.length * height}px`;
	const now = anchor ? shown.findIndex((entry) => entry.seq <= anchor) : -1;
	if (now >= 0) list.scrollTop = now * height + (list.scrollTop % height);
	const come = journal.come();
	setText($('pause'), come === undefined ? 'Pause' : come ? `Go on, ${come} new` : 'Go on');
	$('older').hidden = !journal.hasOlder();
	setText($('count'), shown.length ? shown.length.toLocaleString('en') : '');
	list.classList.toggle('bare', shown.length === 0);
	$('no-requests').hidden = shown.length > 0 || state.connection === 'connecting';
	if (!$('no-requests').hidden) {
		$('no-requests').replaceChildren(...journal.count() > 0
			? [h('h3', {}, 'Nothing fits'), h('p', {}, 'Requests came, and the filter leaves all of them out.'), button('Clear the filter', () => showRoute(null))]
			: [h('h3', {}, 'No requests yet'), h('p', {}, 'Give your app this base URL, and they appear here:'), state.daemon && h('code', {}, ownURLs()[0])]);
	}
	place();
}

/** Puts the rows in sight in their places, and takes the others away. */
function place() {
	const list = $('requests');
	const first = Math.max(0, Math.floor(list.scrollTop / height) - 4);
	const some = shown.slice(first, Math.ceil((list.scrollTop + list.clientHeight) / height) + 4);
	const seqs = new Set(some.map((entry) => entry.seq));
	some.forEach((entry, index) => {
		if (!rows.has(entry.seq)) rows.set(entry.seq, makeRow(entry));
		update(rows.get(entry.seq), entry, first + index);
	});
	for (const [seq, row] of rows) {
		if (seqs.has(seq)) continue;
		row.element.remove();
		rows.delete(seq);
	}
	list.setAttribute('aria-activedescendant', seqs.has(selected) ? `request-${selected}` : '');
}

function makeRow(entry) {
	const row = { status: span('status'), note: span('note'), time: span('time') };
	row.element = h('div', { role: 'option', id: `request-${entry.seq}`, 'data-seq': entry.seq },
		span('method', entry.method), span('target', entry.target), row.status, row.note, row.time);
	$('requests-space').append(row.element);
	return row;
}

function update(row, entry, index) {
	row.element.style.transform = `translateY(${index * height}px)`;
	row.element.ariaPosInSet = index + 1;
	row.element.ariaSetSize = shown.length;
	row.element.ariaSelected = entry.seq === selected;
	const { word, kind } = journal.outcome(entry);
	row.element.className = `request ${kind}`;
	setText(row.status, word);
	const what = entry.route ? [entry.route, entry.variant].filter(Boolean).join(' · ') : entry.matched === false ? 'no route takes it' : 'answered by the daemon';
	setText(row.note, state.isBound || entry.session === state.session ? what : `${what} · ${sessionName(entry.session)}`);
	const time = clock(entry.receivedAt).slice(0, 8);
	setText(row.time, entry.totalMilliseconds === null ? time : `${milliseconds(entry.totalMilliseconds)} · ${time}`);
}

function select(seq, opens) {
	selected = seq;
	touch('traffic');
	if (opens) open(shown.find((entry) => entry.seq === seq));
}

function pressed(event) {
	const list = $('requests');
	const index = shown.findIndex((entry) => entry.seq === selected);
	const page = Math.floor(list.clientHeight / height) - 1;
	const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
	if (step && shown.length) {
		const next = Math.max(0, Math.min(shown.length - 1, index < 0 ? 0 : index + step));
		list.scrollTop = Math.min(next * height, Math.max(list.scrollTop, (next + 1) * height - list.clientHeight));
		select(shown[next].seq, false);
	} else if (event.key === 'Enter' || event.key === ' ') {
		if (index >= 0) open(shown[index]);
	} else return;
	event.preventDefault();
}
