// The base and the sessions: which one the page is about, a new one, and how an app gets there.
import { callDaemon } from './api.js';
import { $, button, complain, copy, counted, div, h, p, say, setText, span } from './dom.js';
import { qr } from './qr.js';
import { baseURL, draws, sessionName, state } from './state.js';
import { loadSessions, watch } from './world.js';

let timer;
let drawn;

export function begin() {
	$('world').addEventListener('click', show);
	$('worlds').addEventListener('close', () => clearInterval(timer));
	$('session-form').addEventListener('submit', (event) => {
		event.preventDefault();
		make($('session-name').value.trim()).catch(complain);
	});
	draws('world', draw);
}

export function show() {
	drawn = '';
	$('worlds').showModal();
	const load = () => loadSessions().catch(() => {});
	timer = setInterval(load, 2000);
	load();
	draw();
}

const title = () => (state.session ? sessionName(state.session) : state.isBound ? 'Session' : 'Base');

function draw() {
	setText($('world-name'), title());
	$('world').setAttribute('aria-label', `World: ${title()}`);
	$('scope').hidden = $('session-part').hidden = state.isBound;
	const sessions = state.sessions.slice(-100).map(({ expiresAt, ...one }) => one);
	const key = JSON.stringify([state.session, state.daemon?.url, sessions]);
	if (!$('worlds').open || key === drawn) return;
	drawn = key;
	drawAddress();
	const focused = document.activeElement.id;
	$('session-list').replaceChildren(row(null, 'Base', 'what requests meet that name no session'), ...sessions.map((one) => row(one.id, one.name ?? one.id,
		[counted(one.requests, 'request'), one.held && `${one.held} held`, one.scenario, one.offline && 'offline'].filter(Boolean).join(', '))));
	if (focused) $(focused)?.focus();
}

const row = (id, name, note) => h('li', {}, div('', h('strong', {}, name), p('faint', note)),
	id === state.session ? span('pill', 'shown') : button('Show', () => look(id), { 'aria-label': `Show ${name}`, id: `show-${id}` }),
	id && button('End', () => end(id, name).catch(complain), { class: 'plain', 'aria-label': `End session ${name}`, id: `end-${id}` }));

function look(id) {
	$('scope').value = '';
	watch(id);
}

async function make(name) {
	const session = await callDaemon('POST', 'sessions', name ? { name } : {});
	$('session-name').value = '';
	state.sessions.push(session);
	say(`Session ${name || session.id} has begun.`);
	look(session.id);
}

async function end(id, name) {
	await callDaemon('DELETE', `sessions/${id}`);
	say(`Session ${name} has ended.`);
	if (state.session === id) look(null);
	await loadSessions();
}

function drawAddress() {
	const lan = phoneURL(state.daemon?.lanURL);
	const prefix = state.session ? `/__session/${state.session}` : '';
	const key = title() + prefix + lan;
	// It stays as it is while somebody reads it.
	if (!state.daemon || $('address').dataset.key === key) return;
	$('address').dataset.key = key;
	setText($('address-title'), state.session ? `Session ${title()}` : 'The base');
	$('address').replaceChildren(...address('Base URL for an app on this machine', baseURL(state.session)), ...lan
		? [...address('On a phone', lan + prefix), code(lan + prefix), h('details', {}, h('summary', {}, 'This page on a phone'), ...panel(lan, prefix))]
		: [p('remark', 'A phone cannot reach this daemon: it listens on this machine alone. Start it with ', h('code', {}, 'understudy serve --lan'),
			' to have its address and code here.')]);
}

/** The base URL for phones: by the host of this page, where that is no loopback. */
function phoneURL(lan) {
	if (!lan || /^(localhost|127\.|\[::1)/.test(location.hostname)) return lan;
	const url = new URL(lan);
	url.hostname = location.hostname;
	return url.origin;
}

const address = (label, url) => [p('faint', label), div('copyable', h('code', {}, url), button('Copy', () => copy(url, 'The address'), { 'aria-label': `Copy: ${label}` }))];

/** This page's address for phones: the admin API may have a port of its own. */
function panel(lan, prefix) {
	const url = new URL(`${prefix}/__admin/`, lan);
	url.protocol = location.protocol;
	url.port = location.port;
	return [h('code', {}, url.href), code(url.href)];
}

/** A code for the camera. */
function code(text) {
	const modules = qr(text) ?? [];
	const size = modules.length + 8;
	return h('svg', { class: 'code', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': `A code of ${text}`, 'shape-rendering': 'crispEdges' },
		h('path', { d: modules.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('') }));
}
