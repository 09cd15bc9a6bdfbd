// The requests that wait until somebody releases them.
import { $, button, div, h, setText, span } from './dom.js';
import { draws, find, state, touch } from './state.js';
import { inSight } from './variants.js';
import { release } from './world.js';

const rows = new Map();

export function begin() {
	draws('held', draw);
	setInterval(() => { if (state.held.length) touch('held'); }, 1000);
}

function draw() {
	const seqs = state.held.map((one) => one.seq);
	for (const [seq, row] of rows) {
		if (seqs.includes(seq)) continue;
		const hadFocus = row.element.contains(document.activeElement);
		row.element.remove();
		rows.delete(seq);
		if (hadFocus) ($('held-list').querySelector('button') ?? $('requests')).focus();
	}
	for (const one of state.held) {
		if (!rows.has(one.seq) && find(one.route)) {
			rows.set(one.seq, makeRow(one));
			$('held-list').append(rows.get(one.seq).element);
		}
		const row = rows.get(one.seq);
		if (row) setText(row.time, `held for ${Math.max(0, Math.round((Date.now() - one.since) / 1000))} s`);
	}
	setText($('held-count'), String(seqs.length || ''));
	setText($('held-tab-count'), seqs.length ? ` ${seqs.length}` : '');
	document.body.classList.toggle('has-held', seqs.length > 0);
	$('no-held').hidden = seqs.length > 0;
}

function makeRow(one) {
	const chips = h('div', { class: 'chips', role: 'group', 'aria-label': `Release ${one.method} ${one.target} with` });
	const fill = (isOpen) => {
		const { names, rest } = inSight(find(one.route), isOpen);
		// What would hold it again is no release.
		chips.replaceChildren(...names.filter((name) => name !== one.variant && name !== 'timeout').map((name) => button(name, () => release(one, name), { 'data-variant': name })));
		if (rest) chips.append(button(`+${rest}`, () => { fill(true); chips.lastChild.focus(); }, { class: 'more', 'aria-label': `${rest} more variants` }));
	};
	fill(false);
	const time = span('faint time');
	return { time, element: h('li', { class: 'held', 'data-seq': one.seq }, div('line', span('method', one.method), span('target', one.target), time), chips) };
}
