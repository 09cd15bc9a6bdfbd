// One request with all that is on record of it.
import { call } from './api.js';
import { bodyView } from './body.js';
import { curl } from './curl.js';
import { $, button, clock, complain, copy, counted, div, h, milliseconds, p, span } from './dom.js';
import { outcome } from './journal.js';
import { baseURL, draws, find, sessionName, state } from './state.js';
import { flip } from './world.js';

let shown = null;
let closing = [];
let showRoute;

export function begin(routeShower) {
	showRoute = routeShower;
	// It was under way, or held: there is more now.
	draws('traffic', () => {
		if (shown && outcome(shown.entry).word !== shown.word) show(shown.entry, false);
	});
}

export const isOpen = () => !$('detail').hidden;

export async function show(entry, takesFocus = true) {
	const own = shown = { entry, word: outcome(entry).word };
	const request = await call('GET', `requests/${entry.seq}`, undefined, entry.session).catch(complain);
	if (!request || shown !== own) return;
	clean();
	$('detail').replaceChildren(...content(request, outcome(entry)));
	$('detail').hidden = false;
	document.body.classList.add('has-detail');
	if (takesFocus) $('detail-title').focus();
}

export function close() {
	clean();
	shown = null;
	$('detail').hidden = true;
	document.body.classList.remove('has-detail');
	$('requests').focus();
}

function clean() {
	closing.forEach((action) => action());
	closing = [];
}

function content(request, { word, kind }) {
	const { route, variant, source, session, receivedAt, seq, detail, nearest = [], response, tls } = request;
	const one = session === state.session || state.isBound ? find(route) : undefined;
	const failure = one && ['serverError', 'offline', 'maintenance'].find((name) => one.variants.some((other) => other.name === name));
	const pairs = {
		Route: route && button(route, () => showRoute(route), { class: 'plain' }),
		Variant: variant && span('', variant, source !== 'default' && span('faint', ` by ${source}`)),
		Session: sessionName(session),
		TLS: tls && [tls.version, tls.cipher, tls.serverName, tls.clientSubject].filter(Boolean).join(', '),
		Received: `${clock(receivedAt)}, no. ${seq}${request.connectionReused ? ', on a connection used before' : ''}`,
	};
	return [
		div('top', button('Back', close, { class: 'plain' }),
			h('h2', { id: 'detail-title', tabindex: -1 }, span('method', request.method), ' ', request.target), span(`pill ${kind}`, word)),
		detail && p('remark', detail),
		div('actions', failure && button('Make it fail next time', () => flip(route, failure, { requests: 1 }), { class: 'strong' }),
		button('Copy as curl', () => copy(curl(request.request, baseURL(session, tls)), 'The command'))),
		h('dl', { class: 'facts' }, Object.entries(pairs).filter(([, value]) => value).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
		timing(request),
		nearest.length > 0 && h('section', { class: 'part misses' }, h('h3', {}, 'Nearest routes'), nearest.map(miss)),
		side('Request', request.request),
		response && side('Answer', response),
	].filter(Boolean);
}

function timing({ totalMilliseconds: total, waitedMilliseconds }) {
	if (total === null) return p('faint', 'Its answer has not ended yet.');
	const waited = waitedMilliseconds ?? total;
	const bar = h('div', { class: 'bar', 'aria-hidden': true }, span(''), span(''));
	bar.firstChild.style.flexGrow = waited * 1000 || 1;
	bar.lastChild.style.flexGrow = (total - waited) * 1000;
	return div('timing', bar, p('', span('', `Waited ${milliseconds(waited)}`), span('', `Sent in ${milliseconds(total - waited)}`)));
}

const miss = ({ route, method, path, differences }) => div('miss', p('', h('strong', {}, route), ' ', h('code', {}, `${method} ${path}`)),
	differences.map((one) => div('difference', p('', [one.part, one.name].filter(Boolean).join(' ')),
		p('expected', span('', 'expected'), h('ins', {}, one.expected ?? 'nothing')), p('came', span('', 'came'), h('del', {}, one.actual ?? 'nothing')))));

function side(title, one) {
	const headers = h('details', {}, h('summary', {}, counted(one.headers.length, 'header')),
		h('dl', { class: 'headers' }, one.headers.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])));
	headers.open = one.headers.length < 12;
	return h('section', { class: 'part' }, h('h3', {}, title), headers, bodyView(one, title.toLowerCase(), closing));
}
